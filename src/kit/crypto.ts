import { sha256, fromBase64url, toBase64url } from './tokens.shared.ts'

/** Use only for values with 256 random bits, and for names derived from content. */
export async function sha256Hex(text: string): Promise<string> {
  return hex(await sha256(text))
}

/** Use for values that an attacker could guess, such as codes and phone numbers. */
export async function hmac(secret: string, text: string, hash: 'SHA-256' | 'SHA-512' = 'SHA-256') {
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

type Seal = {
  readonly seal: (text: string) => Promise<string>
  /** Returns null for a string that was not sealed with this secret. */
  readonly unseal: (sealed: string) => Promise<string | null>
}

const nonceBytes = 12

/** Encrypts stored values with AES-256-GCM. The secret must have at least 128 random bits. */
export function createSeal(secret: string): Seal {
  const key = async () =>
    crypto.subtle.importKey('raw', await sha256(secret), 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const plain = new TextEncoder().encode(text)
      const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key(), plain)
      return toBase64url([...iv, ...new Uint8Array(cipher)])
    },
    async unseal(sealed) {
      const bytes = fromBase64url(sealed) ?? new Uint8Array()
      const iv = bytes.slice(0, nonceBytes)
      try {
        const cipher = bytes.slice(nonceBytes)
        const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await key(), cipher)
        return new TextDecoder().decode(plain)
      } catch {
        return null
      }
    },
  }
}
