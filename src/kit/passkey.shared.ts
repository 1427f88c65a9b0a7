import { hourMs } from './time.shared.ts'

/** COSE algorithms of passkeys, the preferred first: Ed25519, ES256, RS256 (RFC 9053, 8812). */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257]

/** Milliseconds for a confirmation with a passkey, in the browser and on the server. */
export const passkeyTimeout = 300_000

/** Milliseconds from the report of lost passkeys until they end. */
export const passkeyRecoveryTime = 72 * hourMs

/** The largest number of passkeys of one partner. */
export const maxPasskeys = 10

/**
 * The purpose of a challenge: to add a passkey, to open the settings, or to confirm a withdrawal.
 */
export const passkeyPurposes = ['add', 'settings', 'withdrawal'] as const
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

/** The data that a browser needs to use a passkey. Bytes are base64url. */
export type PasskeyOptions = {
  readonly challenge: string
  readonly rpID: string
  readonly rpName: string
  readonly userID: string
  readonly userName: string
  /** The partner's passkeys. Signing uses one of them, and a new passkey must differ from them. */
  readonly passkeys: readonly { readonly id: string; readonly transports: readonly string[] }[]
}

/** A page's answer to the script that requests a challenge. */
export type PasskeyReply = { readonly options: PasskeyOptions | null }
