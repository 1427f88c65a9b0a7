type LogEvent = { readonly event: string; readonly [detail: string]: unknown }

/** `info` is expected, `warn` is worth counting, and `error` means that something is broken. */
type LogLevel = 'info' | 'warn' | 'error'

/** Writes one line of JSON to the log, with the id of its request. Never pass personal data. */
export function logEvent(entry: LogEvent, level: LogLevel = 'error'): void {
  const requestId = currentScope()?.requestId
  console[level](JSON.stringify(requestId === undefined ? entry : { ...entry, requestId }))
}

/** Events that an operator can count and alert on. */
export type SecurityEvent =
  /** A wrong password or sign-in code. */
  | { readonly event: 'sign-in-failed'; readonly by: 'password' | 'code' }
  /** A session was opened. */
  | {
      readonly event: 'signed-in'
      readonly account: 'customer' | 'referrer'
      readonly by: 'password' | 'code'
    }
  /** A rate limit or a total limit refused a request. */
  | { readonly event: 'limit-reached'; readonly action: string }
  /** A form was posted from another site. `route` is a pattern, or `unknown`. */
  | { readonly event: 'foreign-origin'; readonly route: string }
  /**
   * A webhook did not prove its sender: its signature is invalid or missing, or its address is
   * foreign.
   */
  | { readonly event: 'bad-signature'; readonly path: string }
  /** A token of the back office was refused, or its person has no role. */
  | { readonly event: 'admin-refused'; readonly reason: string }
  | { readonly event: 'withdrawal-requested'; readonly transactionID: string }
  /** A challenge, signature or attestation of a passkey was invalid. */
  | { readonly event: 'passkey-refused'; readonly reason: string }
  | { readonly event: 'passkey-added' }
  | { readonly event: 'passkey-removed' }
  /** A partner has reported all passkeys as lost. */
  | { readonly event: 'passkeys-lost' }
  | { readonly event: 'password-changed' }
  | { readonly event: 'sessions-ended'; readonly account: 'customer' | 'referrer' }

const levels: { readonly [event in SecurityEvent['event']]: LogLevel } = {
  'sign-in-failed': 'warn',
  'signed-in': 'info',
  'limit-reached': 'warn',
  'foreign-origin': 'warn',
  'bad-signature': 'error',
  'admin-refused': 'warn',
  'withdrawal-requested': 'info',
  'passkey-refused': 'warn',
  'passkey-added': 'info',
  'passkey-removed': 'info',
  'passkeys-lost': 'warn',
  'password-changed': 'info',
  'sessions-ended': 'info',
}

/** Writes one line of JSON with `"log": "security"`. Entries contain no personal data. */
export function logSecurity(entry: SecurityEvent): void {
  logEvent({ log: 'security', ...entry }, levels[entry.event])
}

/** Data of one request, in any runtime. */
export type RequestScope = {
  /** The id that every log line of the request contains. */
  readonly requestId: string
  /** The number of D1 calls and of rounds. Calls at the same time are one round. */
  readonly d1: { calls: number; rounds: number; roundsDone: number }
}

let readScope: () => RequestScope | undefined = () => undefined

/**
 * Sets the function that returns the current request, for runtimes with asynchronous contexts.
 * Returns the previous function.
 */
export function provideScopes(read: typeof readScope): typeof readScope {
  const previous = readScope
  readScope = read
  return previous
}

/**
 * Returns the current request, or undefined outside of requests and in runtimes without
 * asynchronous contexts.
 */
export function currentScope(): RequestScope | undefined {
  return readScope()
}

export function newScope(requestId: string): RequestScope {
  return { requestId, d1: { calls: 0, rounds: 0, roundsDone: 0 } }
}

/**
 * Returns a handler for a cache that fails: the shop works without it, but more slowly, which only
 * the log can explain.
 */
export function warnOfFailure(call: string): (reason: unknown) => undefined {
  return (reason) => {
    logEvent({ event: 'cache-failed', call, error: String(reason) }, 'warn')
    return undefined
  }
}

/** Milliseconds. Reading the data itself takes less time than waiting longer for a cache. */
const readTimeout = 1000

/** Returns undefined when a cache fails or does not answer in time, and logs a warning. */
export async function readCache<T>(call: string, read: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`no answer within ${readTimeout} ms`)
    timer = setTimeout(() => reject(error), readTimeout)
  })
  return Promise.race([read, late])
    .catch(warnOfFailure(call))
    .finally(() => clearTimeout(timer))
}
