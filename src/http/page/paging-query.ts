import type { ApiResult } from '../../api/api-result.ts'

/** Loads a page of a list, or the first page when the list ends before it. */
export async function pageOrFirst<List extends { readonly data: readonly unknown[] }>(
  number: number,
  load: (number: number) => Promise<ApiResult<List>>,
): Promise<ApiResult<List>> {
  const answer = await load(number)
  return number > 1 && answer.ok && answer.value.data.length === 0 ? load(1) : answer
}
