import { currentScope } from './request-scope.ts'

type LogEvent = { readonly event: string; readonly [detail: string]: unknown }

/** `info` is expected, `warn` is worth counting, and `error` means that something is broken. */
export type LogLevel = 'info' | 'warn' | 'error'

/** Writes one line of JSON to the log, with the id of its request. Never pass personal data. */
export function logEvent(entry: LogEvent, level: LogLevel = 'error'): void {
  const requestId = currentScope()?.requestId
  console[level](JSON.stringify(requestId === undefined ? entry : { ...entry, requestId }))
}
