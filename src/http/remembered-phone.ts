import { deleteCookie, setCookie } from 'hono/cookie'
import { phoneID } from '../contract/order-plans.ts'
import type { AppContext } from './app-env.ts'
import { cookieFlags } from './cookies.ts'
import { singleCookie } from './single-cookie.ts'

const cookieName = 'phone'
/** Days. A traveller may check the phone, choose a plan and order it on different days. */
const days = 30

/**
 * Remembers the phone of the check for the next order. Pages between the two are the same for every
 * visitor, so their links cannot name it.
 * @param phone the phone that fits: the id of a model, or `eid`; null: the phone may not fit
 */
export function rememberPhone(c: AppContext, phone: string | null): void {
  if (phone !== null) setCookie(c, cookieName, phone, cookieFlags(c.var.config, { days }))
  else if (rememberedPhone(c) !== undefined) deleteCookie(c, cookieName, { path: '/' })
}

export function rememberedPhone(c: AppContext): string | undefined {
  return phoneID.safeParse(singleCookie(c, cookieName)).data
}
