import { toBase64url } from './base64.ts'
import { sha256 } from './sha256.ts'

/** Returns an idempotency key that depends on every value. Other values have another key. */
export async function keyOfValues(values: readonly unknown[]): Promise<string> {
  return toBase64url(await sha256(JSON.stringify(values)))
}
