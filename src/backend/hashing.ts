import { sha256 } from '../domain/sha256.ts'

/** Use only for values with 256 random bits, and for names derived from content. */
export async function sha256Hex(text: string): Promise<string> {
  return hex(await sha256(text))
}

/** Use for values that an attacker could guess, such as codes and phone numbers. */
export async function hmac(
  secret: string,
  text: string,
  hash: 'SHA-256' | 'SHA-512' = 'SHA-256',
): Promise<string> {
  const algorithm = { name: 'HMAC', hash }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign'])
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(text))))
}

export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [bytesOf(a), bytesOf(b)]
  return left.byteLength === right.byteLength && crypto.subtle.timingSafeEqual(left, right)
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text))
}
