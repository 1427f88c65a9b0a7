type LogEvent = { readonly event: string; readonly [detail: string]: unknown }

/** Writes one line of JSON to the error log. Never pass personal data. */
export function logEvent(entry: LogEvent): void {
  console.error(JSON.stringify(entry))
}
