/** SHA-256 as hex: for what is itself 256 random bits, and for names made of content. */
export async function sha256(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', bytesOf(text)))
}

/** HMAC-SHA-256 as hex: for what is short enough to be guessed without the key. */
export async function hmac(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign'])
  return hex(await crypto.subtle.sign('HMAC', key, bytesOf(text)))
}

export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [bytesOf(a), bytesOf(b)]
  return left.byteLength === right.byteLength && crypto.subtle.timingSafeEqual(left, right)
}

export function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text))
}
