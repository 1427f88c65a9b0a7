import { fromBase64url, toBase64url } from '../domain/base64.ts'
import { sha256 } from '../domain/sha256.ts'

export type Seal = {
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
