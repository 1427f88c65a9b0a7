import { toBase64url } from '../../../domain/base64.ts'
import { sha256 } from '../../../domain/sha256.ts'

/**
 * Returns a text that changes with the value. With it, a confirmation names the preview that the
 * person saw.
 */
export async function digestOf(value: unknown): Promise<string> {
  return toBase64url(await sha256(JSON.stringify(value)))
}
