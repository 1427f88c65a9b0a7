import type { Context } from 'hono'

/** Whether cookies may carry Secure: browsers drop such cookies on plain http. */
export function isSecure(c: Context): boolean {
  return new URL(c.req.url).protocol === 'https:'
}
