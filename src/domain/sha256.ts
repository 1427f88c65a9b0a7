import { toBase64 } from './base64.ts'

export async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest)
}

/** Returns the Content-Security-Policy source that allows one inline style: `'sha256-…'`. */
export async function cspHash(text: string): Promise<string> {
  return `'sha256-${toBase64(await sha256(text))}'`
}
