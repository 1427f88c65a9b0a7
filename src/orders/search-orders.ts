import { providerNames } from '../payments/settings.ts'
import type { OrderStatus } from './operations.ts'
import { iccidPattern, plainIccid } from '../kit/activation-code.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { readAddress } from '../kit/email.shared.ts'
import { readLine, readNumber } from '../kit/typed.shared.ts'
import { findOrderNumber } from '../kit/order-number.ts'
import { parseReceiptNumber } from '../kit/receipt-number.ts'
import { orderSubject } from '../messages/alerts.ts'
import type { BackendContext } from '../context.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../kit/paging.ts'
import { isRefunding, scheduledFor } from './lines.ts'
import { manualProvider, factKinds } from '../payments/payment-provider.ts'
import { literal } from '../kit/sql-text.ts'
import { plansByID } from '../plans/plan-rows.ts'
import { planName } from '../words/plan-words.ts'
import { wordsOf } from '../words/words.shared.ts'

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

type FoundRow = Omit<FoundOrder, 'amount' | 'plans'> & {
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
 * @param after the last order of the previous page, or '' for the first page
 */
export async function searchOrders(
  context: OrderListContext,
  query: string,
  after = '',
): Promise<OrderPage> {
  const text = readLine(query)
  if (text === '') return { orders: [], next: null }
  return listNewestOrders(context, matchesOf(namedIn(text) ?? text), after)
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

/**
 * Returns a page of paid orders, last paid first.
 * @param after the last order of the previous page, or '' for the first page
 */
export async function listPaidOrders(context: OrderListContext, after: string): Promise<OrderPage> {
  const { results } = await context.db
    .prepare(
      `SELECT ${foundColumns(context.now)} FROM orders i
      WHERE i.paid_at IS NOT NULL AND ${rowsAfter(paidOrders)} LIMIT ${rowsToRead}`,
    )
    .bind(after)
    .all<FoundRow>()
  return pageOf(context, results)
}

async function pageOf(
  { db, locale }: OrderListContext,
  rows: readonly FoundRow[],
): Promise<OrderPage> {
  const { items, next } = cursorPageOf(rows, ({ invoiceID }) => invoiceID)
  const words = wordsOf(locale)
  const ids = new Set(items.flatMap(({ plans }) => plans?.split(' ') ?? []))
  const known = await plansByID(db, [...ids], locale, words)
  const planOf = (tariffID: string) => {
    const plan = known.get(tariffID)
    return { tariffID, title: plan ? planName({ locale, words }, plan) : tariffID }
  }
  const orders = items.map(({ amountMinor, currency, plans, ...order }) => ({
    ...order,
    amount: { minor: amountMinor, currency },
    plans: plans?.split(' ').map(planOf) ?? [],
  }))
  return { orders, next }
}

/** SQL: the names, so that a search by id uses the primary key. Each name is a separate search. */
function listOf(names: readonly string[]): string {
  return names.map(literal).join(', ')
}

/** SQL that selects ids of orders. Its own parameters begin with ?2. */
type Match = { readonly sql: string; readonly params: readonly (string | number | null)[] }

const rows = { table: 'orders', alias: 'i' } as const
const paidOrders = { ...rows, time: 'paid_at', first: 'newest' } as const
const oldestOrders = { ...rows, time: 'created_at', first: 'oldest' } as const
/** Newest first. The id of the last order of the previous page is ?1. */
export const newestOrders = { ...rows, time: 'created_at', first: 'newest' } as const

/** SQL: the orders of facts by their id, and of manual refunds by their reference. */
const byFact = `SELECT order_id FROM payment_facts WHERE provider IN (${listOf(providerNames)})
    AND kind IN (${listOf(factKinds)}) AND id = ?2 AND order_id IS NOT NULL
  UNION SELECT order_id FROM payment_facts INDEXED BY payment_facts_by_reference
    WHERE provider = '${manualProvider}' AND reference = ?2 AND order_id IS NOT NULL`

/** Returns a query for order ids. Each part uses an index. D1 allows five parts. */
function matchesOf(text: string): Match {
  if (text.includes('@'))
    return {
      sql: `SELECT id FROM (SELECT i.id FROM orders i WHERE i.email = ?2
          AND ${rowsAfter(newestOrders)} LIMIT ${rowsToRead})
        UNION SELECT order_id FROM order_lines WHERE recipient = ?2
        UNION SELECT order_id FROM esims WHERE email = ?2`,
      params: [readAddress(text).toLowerCase()],
    }
  const digits = plainIccid(text)
  if (iccidPattern.test(digits))
    return {
      // Earlier profiles with the ICCID have a number after it.
      sql: `SELECT order_id AS id FROM stock
          WHERE iccid >= ?2 AND iccid < ?2 || '0' AND order_id IS NOT NULL
        UNION SELECT order_id FROM purchases WHERE iccid >= ?2 AND iccid < ?2 || '0'`,
      params: [digits],
    }
  const byReference = `SELECT order_id AS id FROM payments WHERE reference = ?2
    UNION SELECT order_id FROM purchases WHERE reference = ?2
    UNION SELECT order_id FROM (${byFact})`
  const receipt = parseReceiptNumber(text)
  const params = [text, receipt?.number ?? null, receipt?.prefix ?? null]
  const number = readNumber(text)
  const isReceipt = `receipt_number = ?3 AND (?4 IS NULL OR receipt_prefix = ?4) OR id IN (
    SELECT order_id FROM credit_notes WHERE number = ?3 AND (?4 IS NULL OR prefix = ?4))`
  if (text.length < orderSubject.length)
    return { sql: `${byReference} UNION SELECT id FROM orders WHERE ${isReceipt}`, params }
  return {
    // Ids are base64url, whose characters sort before `~`. Order numbers are in upper case.
    sql: `${byReference} UNION SELECT order_id FROM esims WHERE esim_hash = ?2
      UNION SELECT id FROM orders WHERE id >= ?2 AND id < ?2 || '~'
        OR id >= ?5 AND id < ?5 || '~' OR ${isReceipt}`,
    params: [...params, number],
  }
}

/**
 * Returns a page of the orders whose ids the query selects, oldest first.
 * @param sql without parameters
 * @param after the last order of the previous page, or '' for the first page
 */
export async function listOldestOrders(
  context: OrderListContext,
  sql: string,
  after: string,
): Promise<OrderPage> {
  const { results } = await context.db
    .prepare(
      `SELECT ${foundColumns(context.now)} FROM orders i WHERE i.id IN (${sql})
        AND ${rowsAfter(oldestOrders)} LIMIT ${rowsToRead}`,
    )
    .bind(after)
    .all<FoundRow>()
  return pageOf(context, results)
}

/**
 * Returns a page of the orders whose ids the query selects, newest first.
 * @param after the last order of the previous page, or '' for the first page
 */
export async function listNewestOrders(
  context: OrderListContext,
  { sql, params }: Match,
  after: string,
): Promise<OrderPage> {
  const { results } = await context.db
    .prepare(
      `SELECT ${foundColumns(context.now)} FROM orders i WHERE i.id IN (${sql})
        AND ${rowsAfter(newestOrders)} LIMIT ${rowsToRead}`,
    )
    .bind(after, ...params)
    .all<FoundRow>()
  return pageOf(context, results)
}

const foundColumns = (
  now: Date,
) => `i.id AS invoiceID, i.status, i.email, i.amount_minor AS amountMinor,
  i.currency, i.created_at AS createdAt, i.paid_at AS paidAt,
  (SELECT group_concat(plan_id, ' ') FROM (SELECT l.plan_id FROM order_lines l
    WHERE l.order_id = i.id AND l.replaced_by IS NULL ORDER BY l.position)) AS plans,
  ${scheduledFor(now)} AS scheduledFor, ${isRefunding} AS isRefunding`
