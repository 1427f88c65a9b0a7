import { logEvent } from './log-event.ts'
import type { LogLevel } from './log-event.ts'

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
