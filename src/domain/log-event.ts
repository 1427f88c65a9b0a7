type LogEvent = { readonly event: string; readonly [detail: string]: unknown }

/** `info`: as intended. `warn`: worth counting. `error`: something is broken. */
export type LogLevel = 'info' | 'warn' | 'error'

/** Writes one line of JSON to the log. Never pass personal data. */
export function logEvent(entry: LogEvent, level: LogLevel = 'error'): void {
  console[level](JSON.stringify(entry))
}
