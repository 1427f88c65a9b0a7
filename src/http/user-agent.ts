import type { Context } from 'hono'
import { maxLength } from '../domain/field-limits.ts'

/** Returns the User-Agent header, cut to the length that the API accepts. */
export function userAgentOf(c: Context): string | undefined {
  return c.req.header('User-Agent')?.slice(0, maxLength.userAgent)
}
