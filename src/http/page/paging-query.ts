import type { Context } from 'hono'
import { pageQuery } from '../../contract/common.ts'
import type { ApiResult } from '../../api/api-result.ts'

/** `?page=` of the address; 1 when it is missing or makes no sense. */
export function pageNumber(c: Context): number {
  return pageQuery.page.parse(c.req.query('page'))
}

/** The page that is asked for; where the list ends before it, the first. */
export async function pageOrFirst<List extends { readonly data: readonly unknown[] }>(
  number: number,
  ask: (number: number) => Promise<ApiResult<List>>,
): Promise<ApiResult<List>> {
  const asked = await ask(number)
  return number > 1 && asked.ok && asked.value.data.length === 0 ? ask(1) : asked
}
