import { setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { marketingCode } from '../../contract/purchase.ts'
import { isSecure } from '../cookies.ts'
import type { AppEnv } from '../app-env.ts'

const month = 30 * 86_400
const cookieOf = { promo: 'promocode', refid: 'referralCode' } as const

/** Keeps `?promo=` and `?refid=` for 30 days; a page that sets a cookie is nobody else's to cache. */
export function rememberMarketing() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    for (const [param, cookie] of Object.entries(cookieOf)) {
      const code = marketingCode.safeParse(c.req.query(param)).data
      if (code === undefined) continue
      setCookie(c, cookie, code, {
        path: '/',
        maxAge: month,
        sameSite: 'Lax',
        httpOnly: true,
        secure: isSecure(c),
      })
      c.header('Cache-Control', 'private, no-store')
    }
  })
}
