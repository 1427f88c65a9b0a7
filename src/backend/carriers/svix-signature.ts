import { fromBase64, toBase64 } from '../../domain/base64.ts'
import { equalInConstantTime } from '../hashing.ts'

/** Maximum difference between the timestamp of a webhook and now, in seconds. */
const tolerance = 300

/**
 * Verifies a Svix signature: HMAC-SHA-256 of `id.timestamp.body`, in base64.
 * https://docs.svix.com/receiving/verifying-payloads/how-manual
 * @param secrets `whsec_` and the key in base64. Two are valid while a secret changes
 */
export async function isSvixSigned(
  secrets: readonly string[],
  headers: Headers,
  body: string,
  now: Date,
): Promise<boolean> {
  const [id = '', time = '', signatures = ''] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
    (name) => headers.get(name) ?? '',
  )
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > tolerance) return false
  const expected = await Promise.all(
    secrets.map(async (secret) => `v1,${await svixSignature(secret, `${id}.${time}.${body}`)}`),
  )
  return signatures
    .split(' ')
    .some((given) => expected.some((each) => equalInConstantTime(given, each)))
}

export async function svixSignature(secret: string, text: string): Promise<string> {
  const key = fromBase64(secret.replace('whsec_', ''))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text))
  return toBase64(new Uint8Array(signature))
}
