import { readLimited } from '../../kit/limited-body.ts'
import { ok } from '../../kit/result.shared.ts'
import { apiError } from './api-result.ts'
import type { ApiResult } from './api-result.ts'

const maxBytes = 1024 * 1024

/**
 * Parses a JSON body of at most 1 MB. Any other body is a 502. Rejects when the connection breaks.
 * @param isTrusted reads a body of any size, without a stream
 */
export async function readJson(response: Response, isTrusted = false): Promise<ApiResult<unknown>> {
  const text = isTrusted ? await response.text() : await limitedText(response)
  try {
    return text === null ? apiError(502) : ok(JSON.parse(text))
  } catch {
    return apiError(502)
  }
}

/** Returns null when the body is too large. */
async function limitedText(response: Response): Promise<string | null> {
  const { bytes, isWhole } = await readLimited(response.body, { limit: maxBytes })
  return isWhole ? new TextDecoder().decode(bytes) : null
}
