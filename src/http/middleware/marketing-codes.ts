import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { marketingCode } from '../../contract/purchase.ts'
import type { AppEnv } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { cookieDays } from '../../domain/cookie-days.ts'
import { cookieFlags } from '../cookies/cookies.ts'

const cookieNames = { promo: 'promocode', refid: 'referralCode' } as const

/** Stores `?promo=` and `?refid=` in cookies for 30 days (specification, section 9). */
export function storeMarketingCodes() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    setMarketingCookies(c)
  })
}

/** Adds the cookies to the response and makes the response private. */
export function setMarketingCookies(c: Context<AppEnv>): void {
  for (const [param, cookie] of Object.entries(cookieNames)) {
    const given = c.req.query(param)
    const code = given === undefined ? undefined : marketingCode.safeParse(given).data
    if (code === undefined) continue
    setCookie(c, cookie, code, cookieFlags(c.var.config, { days: cookieDays.marketing }))
    c.header('Cache-Control', cacheControl.private)
  }
}

/** Returns the code of an earlier URL of this browser. */
export function storedMarketingCode(
  c: Context<AppEnv>,
  param: keyof typeof cookieNames,
): string | undefined {
  return marketingCode.safeParse(getCookie(c, cookieNames[param])).data
}

export function hasMarketingCode(c: Context<AppEnv>): boolean {
  return Object.keys(cookieNames).some((param) => c.req.query(param) !== undefined)
}
