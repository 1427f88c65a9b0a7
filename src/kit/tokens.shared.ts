/** A secret identifier of the API, with at least 128 random bits as base64url. */
export const secretIDPattern = /^[A-Za-z0-9_-]{22,64}$/

/** Creates a secret identifier: 32 random bytes as 43 characters of base64url. */
export function secretID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return toBase64url(bytes)
}

/** Encodes bytes as base64 (RFC 4648, section 4). */
export function toBase64(bytes: Iterable<number>): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Throws if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function toBase64url(bytes: Iterable<number>): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Returns null if the text is not base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}

export async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest)
}

/** Returns the Content-Security-Policy source that allows one inline style: `'sha256-…'`. */
export async function cspHash(text: string): Promise<string> {
  return `'sha256-${toBase64(await sha256(text))}'`
}
