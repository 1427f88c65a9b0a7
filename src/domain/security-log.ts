import { logEvent } from './log-event.ts'

/** Events that an operator can count and alert on. */
export type SecurityEvent =
  /** A wrong password or sign-in code. */
  | { readonly event: 'sign-in-failed'; readonly by: 'password' | 'code' }
  /** A rate limit or a total cap refused something. */
  | { readonly event: 'limit-reached'; readonly action: string }
  /** A form was posted from another site. */
  | { readonly event: 'foreign-origin'; readonly path: string; readonly requestId: string }
  /** A webhook without a valid signature. */
  | { readonly event: 'bad-signature'; readonly path: string }
  | { readonly event: 'withdrawal-requested'; readonly transactionID: string }
  | { readonly event: 'password-changed' }
  | { readonly event: 'sessions-ended' }

/** Writes one line of JSON with `"log": "security"`. No entry has personal data. */
export function logSecurity(entry: SecurityEvent): void {
  logEvent({ log: 'security', ...entry })
}
