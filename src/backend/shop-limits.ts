import type { BackendContext } from './context.ts'
import { countActions, findReachedLimit, visitorLimits } from './rate-limit.ts'
import type { RateLimit, SubjectLimit } from './rate-limit.ts'
import { logSecurity } from '../domain/security-log.ts'

/**
 * A limit of the whole shop. Without it, somebody with any number of networks could fill the
 * database. Above `usual`, each visitor has a low limit, so that others still get through.
 */
export type ShopLimit = {
  readonly action: string
  readonly period: 'hour' | 'day'
  /** Up to this number, only the other limits of a visitor apply. */
  readonly usual: number
  /** The limit of each visitor above `usual`. */
  readonly ofVisitor: number
  readonly most: number
}

/**
 * Orders and new payments. An order takes about 2 kB, for at most INVOICE_HOURS and then two days:
 * `expireInvoices`. That is 3 GB with the standard setting, and D1 has 10 GB for a database.
 */
export const shopOrders: ShopLimit = {
  action: 'orders',
  period: 'hour',
  usual: 10_000,
  ofVisitor: 3,
  most: 20_000,
}

/** A message takes at most 20 kB for 90 days, so all of them take at most 2 GB. */
export const shopMessages: ShopLimit = {
  action: 'contact-messages',
  period: 'day',
  usual: 500,
  ofVisitor: 3,
  most: 1000,
}

/**
 * Counts an action of a visitor. Returns false when a limit of the visitor or the shop is reached.
 * @param visitor other limits of the visitor, which are counted first
 */
export async function countShopAction(
  context: BackendContext,
  shop: ShopLimit,
  visitor: readonly SubjectLimit[],
): Promise<boolean> {
  const usual = totalOf(shop, shop.usual)
  const reached = await findReachedLimit(context, [...visitor, usual])
  if (reached === null) return true
  if (reached !== usual) {
    logSecurity({ event: 'limit-reached', action: reached.limit.action })
    return false
  }
  const each = limitOf(`${shop.action}-of-visitor`, shop.period, shop.ofVisitor)
  return countActions(context, [...visitorLimits(context, each), totalOf(shop, shop.most)])
}

function totalOf({ action, period }: ShopLimit, most: number): SubjectLimit {
  return { limit: limitOf(action, period, most), subject: 'shop' }
}

function limitOf(action: string, period: ShopLimit['period'], most: number): RateLimit {
  return period === 'day' ? { action, perDay: most } : { action, perHour: most }
}
