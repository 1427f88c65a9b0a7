import { readLimited } from '../contract/limited-body.ts'
import { ok } from '../domain/result.ts'
import { apiError } from './api-result.ts'
import type { ApiResult } from './api-result.ts'

const maxBytes = 1024 * 1024

/**
 * Parses a JSON body of at most 1 MB; anything else is a 502. Rejects when the connection breaks.
 */
export async function readJson(response: Response): Promise<ApiResult<unknown>> {
  const { bytes, isWhole } = await readLimited(response.body, { limit: maxBytes })
  if (!isWhole) return apiError(502)
  try {
    return ok(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return apiError(502)
  }
}
