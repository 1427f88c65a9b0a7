import { toBase64url } from './base64.ts'

/** A secret identifier of the API, with at least 128 random bits as base64url. */
export const secretIDPattern = /^[A-Za-z0-9_-]{22,64}$/

/** Creates a secret identifier: 32 random bytes as 43 characters of base64url. */
export function secretID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return toBase64url(bytes)
}
