import { deleteCookie, setCookie } from 'hono/cookie'
import { phoneID } from '../../contract/order-plans.ts'
import { cookieDays } from '../../domain/cookie-days.ts'
import type { AppContext } from '../app-env.ts'
import { cookieFlags, singleCookie } from './cookies.ts'

const cookieName = 'phone'

/**
 * Stores the checked phone in a cookie for the next order. The pages in between are the same for
 * every visitor, so their links cannot contain the phone.
 * @param phone the phone that fits: the id of a model, or `eid`. Null if the phone may not fit.
 */
export function rememberPhone(c: AppContext, phone: string | null): void {
  if (phone !== null)
    setCookie(c, cookieName, phone, cookieFlags(c.var.config, { days: cookieDays.phone }))
  else if (rememberedPhone(c) !== undefined) deleteCookie(c, cookieName, { path: '/' })
}

export function rememberedPhone(c: AppContext): string | undefined {
  return phoneID.safeParse(singleCookie(c, cookieName)).data
}
