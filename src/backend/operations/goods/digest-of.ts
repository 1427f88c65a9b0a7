import { toBase64url } from '../../../domain/base64.ts'
import { sha256 } from '../../../domain/sha256.ts'

/** The SHA-256 hash of a preview. With it, a confirmation names the preview that the person saw. */
export async function digestOf(value: unknown): Promise<string> {
  return toBase64url(await sha256(JSON.stringify(value)))
}
