import { toBase64url } from '../../../domain/base64.ts'
import { sha256 } from '../../../domain/sha256.ts'

/**
 * Returns the SHA-256 hash of a preview. A confirmation sends it back to identify the preview that
 * staff saw.
 */
export async function digestOf(value: unknown): Promise<string> {
  return toBase64url(await sha256(JSON.stringify(value)))
}
