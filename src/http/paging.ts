import type { Context } from 'hono'
import { listQuery } from '../contract/common.ts'

const page = listQuery.page.catch(1)

/** `?page=` of the address; 1 when it is missing or makes no sense. */
export function pageNumber(c: Context): number {
  return page.parse(c.req.query('page'))
}
