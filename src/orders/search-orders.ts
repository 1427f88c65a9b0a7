import { providerNames } from '../payments/settings.ts'
import type { OrderStatus } from './operations.ts'
import { iccidPattern, plainIccid } from '../kit/activation-code.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { readAddress } from '../kit/email.shared.ts'
import { readLine, readNumber } from '../kit/typed.shared.ts'
import { findOrderNumber } from '../kit/order-number.ts'
import { parseReceiptNumber } from '../kit/receipt-number.ts'
import { orderSubject, type AlertKind } from '../messages/alerts.ts'
import type { BackendContext, DataContext } from '../context.ts'
import { cursorPageOf, rowsToRead } from '../kit/paging.ts'
import { isRefunding, isUnpaid, scheduledFor } from './lines.ts'
import { manualProvider, factKinds, voucherProvider } from '../payments/payment-provider.ts'
import { literal } from '../kit/sql-text.ts'
import { plansByID } from '../plans/plan-rows.ts'
import { planName } from '../words/plan-words.ts'
import { wordsOf } from '../words/words.shared.ts'
import { join, raw, readRow, readRows, sql, type Sql } from '../kit/sql.ts'

export type FoundOrder = {
  readonly invoiceID: string
  readonly status: OrderStatus
  readonly email: string
  readonly amount: Money
  /** The plans in the order of their lines, without replaced lines. */
  readonly plans: readonly { readonly tariffID: string; readonly title: string }[]
  readonly createdAt: string
  readonly paidAt: string | null
  /** The next delivery date (UTC). Null if any waiting line is due. */
  readonly scheduledFor: string | null
  /** 1 while the refund of the whole order is on its way. */
  readonly isRefunding: number
}

export type FoundRow = Omit<FoundOrder, 'amount' | 'plans'> & {
  amountMinor: number
  currency: Currency
  plans: string | null
}

type OrderListContext = Pick<BackendContext, 'db' | 'now' | 'locale'>

/**
 * Finds a page of orders, newest first. The query is an email address, an ICCID, an order's id or
 * number, or the number of a receipt or credit note with or without its prefix. It can also be the
 * address of an order's or eSIM's page, a reference of a payment provider, supplier or manual
 * refund, or a provider's id of a charge, refund or dispute.
 */
export async function searchOrders(context: OrderListContext, query: string): Promise<OrderPage> {
  const text = readLine(query)
  if (text === '') return { orders: [], next: null }
  const found = await readRows<FoundRow>(context.db)`SELECT ${foundColumns(context.now)}
    FROM orders i WHERE i.id IN (${ordersNamed(text)})
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${raw(rowsToRead)}`
  const { items, next } = cursorPageOf(found, ({ invoiceID }) => invoiceID)
  return { orders: await toFoundOrders(context, items), next }
}

/** SQL: the ids of the orders that a search finds. */
export function ordersNamed(text: string): Sql {
  return matchesOf(namedIn(text) ?? text)
}

/** The secret identifier in the address of an order's or eSIM's page. */
const pageSecret = /[?&](?:invoiceID|hash)=([\w-]+)/u

/** Returns the order or eSIM that an address of a page or a string such as `Order: …` names. */
function namedIn(text: string): string | null {
  return pageSecret.exec(text)?.[1] ?? findOrderNumber(text)
}

export type OrderPage = {
  readonly orders: readonly FoundOrder[]
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
}

/** Adds the names of plans to the rows of `ordersOf`. */
export async function toFoundOrders(
  { db, locale }: Pick<BackendContext, 'db' | 'locale'>,
  items: readonly FoundRow[],
): Promise<FoundOrder[]> {
  const words = wordsOf(locale)
  const ids = new Set(items.flatMap(({ plans }) => plans?.split(' ') ?? []))
  const known = await plansByID(db, [...ids], locale, words)
  const planOf = (tariffID: string) => {
    const plan = known.get(tariffID)
    return { tariffID, title: plan ? planName({ locale, words }, plan) : tariffID }
  }
  return items.map(({ amountMinor, currency, plans, ...order }) => ({
    ...order,
    amount: { minor: amountMinor, currency },
    plans: plans?.split(' ').map(planOf) ?? [],
  }))
}

/** SQL: the names, so that a search by id uses the primary key. Each name is a separate search. */
function listOf(names: readonly string[]): string {
  return names.map(literal).join(', ')
}

/** Returns a query for order ids. Each part uses an index. D1 allows five parts. */
function matchesOf(text: string): Sql {
  if (text.includes('@')) {
    const address = readAddress(text).toLowerCase()
    return sql`SELECT id FROM orders WHERE email = ${address}
      UNION SELECT order_id FROM order_lines WHERE recipient = ${address}
      UNION SELECT order_id FROM esims WHERE email = ${address}`
  }
  const digits = plainIccid(text)
  if (iccidPattern.test(digits)) {
    // Earlier profiles with the ICCID have a number after it.
    const isIccid = sql`iccid >= ${digits} AND iccid < ${`${digits}0`}`
    return sql`SELECT order_id AS id FROM stock WHERE ${isIccid} AND order_id IS NOT NULL
      UNION SELECT order_id FROM purchases WHERE ${isIccid}`
  }
  // The orders of facts by their id, and by the reference of their payment or manual refund.
  const byReference = sql`SELECT order_id AS id FROM payments WHERE reference = ${text}
    UNION SELECT order_id FROM purchases WHERE reference = ${text}
    UNION SELECT order_id FROM (
      SELECT order_id FROM payment_facts WHERE provider IN (${raw(listOf(providerNames))})
        AND kind IN (${raw(listOf(factKinds))}) AND id = ${text} AND order_id IS NOT NULL
      UNION SELECT order_id FROM payment_facts INDEXED BY payment_facts_by_reference
        WHERE provider IN (${raw(listOf([...providerNames, manualProvider, voucherProvider]))})
          AND reference = ${text} AND order_id IS NOT NULL)`
  const receipt = parseReceiptNumber(text)
  const [number, prefix] = [receipt?.number ?? null, receipt?.prefix ?? null]
  const isReceipt = sql`receipt_number = ${number} AND (${prefix} IS NULL OR receipt_prefix = ${prefix})
    OR id IN (SELECT order_id FROM credit_notes
      WHERE number = ${number} AND (${prefix} IS NULL OR prefix = ${prefix}))`
  if (text.length < orderSubject.length)
    return sql`${byReference} UNION SELECT id FROM orders WHERE ${isReceipt}`
  // Ids are base64url, whose characters sort before `~`. Order numbers are in upper case.
  const orderNumber = readNumber(text)
  return sql`${byReference} UNION SELECT order_id FROM esims WHERE esim_hash = ${text}
    UNION SELECT id FROM orders WHERE id >= ${text} AND id < ${`${text}~`}
      OR id >= ${orderNumber} AND id < ${`${orderNumber}~`} OR ${isReceipt}`
}

const foundColumns = (
  now: Date,
) => sql`i.id AS invoiceID, i.status, i.email, i.amount_minor AS amountMinor,
  i.currency, i.created_at AS createdAt, i.paid_at AS paidAt,
  (SELECT group_concat(plan_id, ' ') FROM (SELECT l.plan_id FROM order_lines l
    WHERE l.order_id = i.id AND l.replaced_by IS NULL ORDER BY l.position)) AS plans,
  ${raw(scheduledFor(now))} AS scheduledFor, ${raw(isRefunding)} AS isRefunding`

/** Groups of orders that staff should check. */
export const orderGroups = ['waiting', 'held', 'disputed', 'refund-refused'] as const
export type OrderGroup = (typeof orderGroups)[number]

/** Groups that the list of orders shows. Unpaid orders need no work. */
export const listedGroups = [...orderGroups, 'unpaid'] as const
export type ListedGroup = (typeof listedGroups)[number]

function withAlert(kind: AlertKind): Sql {
  return sql`SELECT order_id AS id FROM alerts
    WHERE kind = ${kind} AND ended_at IS NULL AND order_id IS NOT NULL`
}

function groupSql(now: Date): { readonly [group in OrderGroup]: Sql } {
  return {
    waiting: sql`SELECT i.id FROM orders i
      WHERE i.status = 'paid' AND ${raw(scheduledFor(now))} IS NULL AND NOT ${raw(isRefunding)}`,
    held: sql`SELECT id FROM orders WHERE id IN (
      SELECT order_id FROM purchases WHERE status = 'held')`,
    disputed: withAlert('dispute'),
    'refund-refused': withAlert('refund-refused'),
  }
}

/** SQL: the orders of a list, with the time that orders them. */
export function ordersOf(
  { now }: Pick<BackendContext, 'now'>,
  { q, group, state }: OrderChoice,
): { readonly columns: Sql; readonly from: Sql; readonly where: Sql; readonly time: Sql } {
  const list = { columns: foundColumns(now), from: sql`orders i`, time: sql`i.created_at` }
  // Visitors can leave many unpaid orders, so this reads only those of the page.
  if (group === 'unpaid')
    return { ...list, where: sql`${raw(isUnpaid)} AND i.created_at <= ${now}` }
  if (group) return { ...list, where: sql`i.id IN (${groupSql(now)[group]})` }
  if (q !== '') return { ...list, where: sql`i.id IN (${ordersNamed(readLine(q))})` }
  if (['processing', 'failed', 'expired'].includes(state)) return { ...list, where: sql`true` }
  return { ...list, where: sql`i.paid_at > ''`, time: sql`i.paid_at` }
}

type OrderChoice = {
  readonly q: string
  readonly group: ListedGroup | undefined
  /** The filter by status. Without it, a search or a group, the list has only paid orders. */
  readonly state: string
}

/** Returns the number of orders in each group that staff should check. */
export async function countWatchedOrders({
  db,
  now,
}: DataContext): Promise<{ readonly [group in OrderGroup]: number }> {
  const groups = groupSql(now)
  const counts = orderGroups.map(
    (group) => sql`(SELECT count(*) FROM (${groups[group]})) AS "${raw(group)}"`,
  )
  const row = await readRow<{ [group in OrderGroup]: number }>(db)`SELECT ${join(counts, ', ')}`
  if (!row) throw new Error('The database returned no row for the counts of orders')
  return row
}
