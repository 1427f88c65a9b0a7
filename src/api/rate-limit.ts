import { logSecurity } from '../kit/log.ts'
import { dayOf } from '../kit/time.shared.ts'
import { visitorPrefix } from '../kit/visitor.ts'
import type { BackendContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { prepare, raw, readRow, sql, type Sql } from '../kit/sql.ts'

type HourlyLimit = { readonly action: string; readonly perHour: number }
type DailyLimit = { readonly action: string; readonly perDay: number }
export type RateLimit = (HourlyLimit | DailyLimit) & {
  /** How many times higher the limit of an IPv6 /48 is. */
  readonly siteFactor?: number
}

/** A /48 contains 65,536 /64 networks, which can belong to one customer or to many. */
const usualSiteFactor = 10

/** The part of a total of the shop that one network can use up within the hour or the day. */
export const partOfNetwork = 1 / 10
/** How many times the part of an hour a network can use up in a day. */
const hoursOfDay = 3

/**
 * New rows of an hour. Somebody with many networks could otherwise fill the database. After that,
 * new subjects share rows. An honest shop needs far fewer.
 */
const maxRowsOfHour = 200_000
/** Characters of the hash that names a shared row. There are 4,096 shared rows of each action. */
const sharedLength = 3
/** Many visitors share a row, so that one of them cannot use up the limit of the others alone. */
const sharedFactor = 100

/** Counts an action of the visitor. Returns false when a limit of `visitorLimits` is reached. */
export async function countVisitorAction(context: BackendContext, limit: RateLimit) {
  return countActions(context, visitorLimits(context, limit))
}

/**
 * Returns the limits of the visitor's IPv4 address, or of the IPv6 /64 and /48. The limit of a /48
 * is usually ten times higher. When it is reached, no row of another /64 is stored.
 */
export function visitorLimits(
  { clientAddress }: Pick<BackendContext, 'clientAddress'>,
  limit: RateLimit,
): SubjectLimit[] {
  const [network, site] = [visitorPrefix(clientAddress), visitorPrefix(clientAddress, 48)]
  const ofNetwork = { limit, subject: `address:${network}`, isNetwork: true }
  if (site === network) return [ofNetwork]
  const ofSite = { limit: limitOfSite(limit), subject: `site:${site}`, isNetwork: true }
  return [{ ...ofNetwork, within: ofSite }, ofSite]
}

function limitOfSite({ siteFactor = usualSiteFactor, ...limit }: RateLimit): RateLimit {
  return 'perDay' in limit
    ? { ...limit, perDay: limit.perDay * siteFactor }
    : { ...limit, perHour: limit.perHour * siteFactor }
}

/**
 * Returns a total of the shop, after the parts of it that the visitor's network can use up. An IPv6
 * /48 is one network. Otherwise a stranger could stop everybody.
 */
export function shopLimits(
  { clientAddress }: Pick<BackendContext, 'clientAddress'>,
  limit: RateLimit,
): SubjectLimit[] {
  const action = `${limit.action}-of-network`
  const most = 'perDay' in limit ? limit.perDay : limit.perHour
  const part = Math.max(3, Math.round(most * partOfNetwork))
  const subject = `network:${visitorPrefix(clientAddress, 48)}`
  const parts: RateLimit[] =
    'perDay' in limit
      ? [{ action, perDay: part }]
      : [
          { action, perHour: part },
          { action, perDay: part * hoursOfDay },
        ]
  return [
    ...parts.map((each) => ({ limit: each, subject, isNetwork: true })),
    { limit, subject: 'shop' },
  ]
}

/** Returns a name of the visitor's network that does not show its address. Null: unknown. */
export async function networkOf({
  config,
  clientAddress,
}: Pick<BackendContext, 'config' | 'clientAddress'>): Promise<string | null> {
  const network = visitorPrefix(clientAddress, 48)
  return network === '' ? null : hmac(config.CODE_PEPPER, `network:${network}`)
}

type CountContext = Pick<BackendContext, 'db' | 'config' | 'now'>

export type SubjectLimit = {
  readonly limit: RateLimit
  /** Can be personal data, so the database contains only its HMAC. */
  readonly subject: string
  readonly isNetwork?: boolean
  /** Another limit of the same action and time, which must not be reached yet. */
  readonly within?: SubjectLimit
}

/**
 * Counts an action for each subject in order. Stops and returns false at the first limit that is
 * reached, so that a blocked visitor does not use up the limits of later subjects.
 */
export async function countActions(context: CountContext, limits: readonly SubjectLimit[]) {
  const reached = await findReachedLimit(context, limits)
  if (reached) logSecurity({ event: 'limit-reached', action: reached.limit.action })
  return reached === null
}

/** Counts as `countActions`, and returns the limit that is reached, or null. Writes no log line. */
export async function findReachedLimit(context: CountContext, limits: readonly SubjectLimit[]) {
  const results = await context.db.batch(
    await Promise.all(limits.map(async (limit, index) => countAction(context, limit, index === 0))),
  )
  return limits.find((_, index) => results[index]?.results.length === 0) ?? null
}

async function countAction(
  { db, config, now }: CountContext,
  { limit, subject, isNetwork = false, within }: SubjectLimit,
  isFirst: boolean,
): Promise<D1PreparedStatement> {
  const [time, most] = timeAndMost(limit, now)
  const key = await hmac(config.CODE_PEPPER, subject)
  const outer = within && {
    key: await hmac(config.CODE_PEPPER, within.subject),
    most: timeAndMost(within.limit, now)[1],
  }
  // The previous statement changes no row when its limit is reached.
  const condition = raw(isFirst ? 'true' : 'changes() = 1')
  const shared = key.slice(0, sharedLength)
  // A single statement prevents a race between parallel requests.
  return prepare(db)`INSERT INTO limits (action, subject, last_hour, count)
    SELECT ${limit.action}, iif(${isFull(now)} AND NOT EXISTS (
        SELECT 1 FROM limits
        WHERE action = ${limit.action} AND subject = ${key} AND last_hour = ${time}),
      ${shared}, ${key}), ${time}, 1
    WHERE ${condition} AND NOT EXISTS (SELECT 1 FROM limits
      WHERE action = ${limit.action} AND subject = ${outer?.key ?? null} AND last_hour = ${time}
        AND count >= ${outer?.most ?? null})
    ON CONFLICT (action, last_hour, subject) DO UPDATE SET count = count + 1
      WHERE count < iif(subject = ${key}, ${most}, ${isNetwork ? most * sharedFactor : most})
    RETURNING count`
}

function timeAndMost(limit: RateLimit, now: Date): [time: string, most: number] {
  return 'perDay' in limit ? [dayAsHour(now), limit.perDay] : [hourOf(now), limit.perHour]
}

/** SQL: so many rows were stored in the last hour that new subjects must share rows. */
export function isFull(now: Date): Sql {
  // Wrong codes and passwords of a day ago have this hour too.
  return sql`(SELECT max(id) FROM limits) - (SELECT min(id) FROM limits
    WHERE last_hour = ${hourOf(now)} AND action NOT IN ('wrong-code', 'wrong-password'))
    >= ${maxRowsOfHour}`
}

/** Returns the time of hourly limits. */
export function hourOf(now: Date): string {
  return now.toISOString().slice(0, 'YYYY-MM-DDTHH'.length)
}

/** Returns the time of daily limits. It follows the last hour, so the rows last for the day. */
export function dayAsHour(now: Date): string {
  return `${dayOf(now)}T24`
}

/**
 * A limit of the whole shop. Without it, somebody with any number of networks could fill the
 * database. Above `usual`, each visitor has a low limit, so that others still get through. Networks
 * that have paid for orders have a total of their own.
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
 * `expireOrders`. That is 3 GB with the standard setting, and D1 has 10 GB for a database.
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
  const { action, period, usual, ofVisitor, most } = shop
  const limits = [...visitor, ...shopLimits(context, limitOf(action, period, usual))]
  const reached = await findReachedLimit(context, limits)
  if (reached === null) return true
  if (reached === limits.at(-1)) {
    if (await hasPaid(context))
      return countActions(context, [
        { limit: limitOf(`${action}-of-buyers`, period, most), subject: 'shop' },
      ])
    const each = { ...limitOf(`${action}-of-visitor`, period, ofVisitor), siteFactor: 1 }
    const total = { limit: limitOf(action, period, most), subject: 'shop' }
    return countActions(context, [...visitorLimits(context, each), total])
  }
  logSecurity({ event: 'limit-reached', action: reached.limit.action })
  return false
}

/** Whether an order of the visitor's network was paid in the last 30 days. */
async function hasPaid(context: BackendContext): Promise<boolean> {
  const paid = await readRow(context.db)`SELECT 1 FROM orders WHERE network =
    ${await networkOf(context)} AND paid_at IS NOT NULL`
  return paid !== null
}

function limitOf(action: string, period: ShopLimit['period'], most: number): RateLimit {
  return period === 'day' ? { action, perDay: most } : { action, perHour: most }
}
