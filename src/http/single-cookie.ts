import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/**
 * Returns the value of a cookie, or undefined when it is sent twice. A sibling subdomain can plant
 * a cookie with the same name, and the header does not show which cookie belongs to the shop.
 */
export function singleCookie(c: Context, name: string): string | undefined {
  const names = (c.req.header('Cookie') ?? '').split(';').map((pair) => pair.split('=')[0]?.trim())
  return names.filter((each) => each === name).length === 1 ? getCookie(c, name) : undefined
}
