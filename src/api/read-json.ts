import { readAtMost } from '../contract/limited-body.ts'
import { failure } from './api-result.ts'
import type { Answer } from './api-result.ts'

const maxBytes = 1024 * 1024

/** The JSON of a body of at most 1 MB; anything longer, or anything else, is a failure. Rejects when the connection breaks. */
export async function readJson(response: Response): Promise<Answer<unknown>> {
  const bytes = await readAtMost(maxBytes, response.body)
  if (bytes === null) return failure(502)
  try {
    return { ok: true, value: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    return failure(502)
  }
}
