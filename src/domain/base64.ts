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
