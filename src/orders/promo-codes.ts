import { z } from 'zod'
import { refuseFields, type OperationResult } from '../api/operation-result.ts'
import type { BackendContext } from '../context.ts'
import { canonicalMailbox } from '../kit/email.shared.ts'
import { canonicalPromoCode, mostReserved, promoProblem } from './promo-code.ts'
import type { PromoCode, PromoProblem, PromoUses } from './promo-code.ts'
import { ok } from '../kit/result.shared.ts'
import { formatDate } from '../words/formats.shared.ts'
import type { Prices } from '../kit/money.shared.ts'
import { isoBefore, minuteMs } from '../kit/time.shared.ts'
import { insertRows, readJsonColumn } from '../kit/db.ts'
import { holdTime } from '../kit/limits.shared.ts'
import { networkOf } from '../api/rate-limit.ts'
import { isUnpaid } from './lines.ts'
import { isoTime } from '../kit/sql-text.ts'
import { prepare, raw, readRow, sql, type Sql } from '../kit/sql.ts'

/**
 * Returns a code that is valid now, or a refusal of the field `promocode`. Without an email
 * address, the limit per customer is not checked.
 */
export async function checkPromoCode(
  context: BackendContext,
  typed: string,
  email: string | undefined,
): Promise<OperationResult<PromoCode>> {
  const { words, now } = context
  const found = await readPromoCode(context, canonicalPromoCode(typed), email ?? '')
  if (!found) return refusePromoCode(words, 'unknown')
  const { promo, uses } = found
  const problem = promoProblem(promo, uses, now)
  if (problem === 'reserved') return refuseReservedCode(context, promo.code)
  return problem === null ? ok(promo) : refusePromoCode(words, problem, promo)
}

/** Refuses a code whose last uses are reserved, with the time until the first of them ends. */
export async function refuseReservedCode({ words, db, now }: BackendContext, code: string) {
  const row = await readRow<{ minutes: number | null }>(db)`SELECT
      ceil((unixepoch(min(ends_at)) - unixepoch(${now})) / 60.0) AS minutes
    FROM (SELECT max(max(${isoTime(sql`i.created_at`, hold)}, coalesce((SELECT max(expires_at)
          FROM payments WHERE order_id = i.id AND cancelled_at IS NULL
            AND p.total_limit IS NOT NULL), ''))) AS ends_at
      FROM orders i INDEXED BY orders_unpaid_with_code JOIN promo_uses u ON u.order_id = i.id
      JOIN promo_codes p ON p.code = u.code
      WHERE i.promocode = ${canonicalPromoCode(code)} AND ${isReserving(now)} GROUP BY u.customer)`
  const minutes = words('units.minutes', { count: Math.max(1, row?.minutes ?? 1) })
  return refuseFields('invalid-input', { promocode: [words('promo.reserved', { minutes })] })
}

/**
 * Returns the refusal of the field `promocode` for a problem. `promo` has the date of a code that
 * is not valid yet.
 */
export function refusePromoCode(
  words: BackendContext['words'],
  problem: Exclude<PromoProblem, 'reserved'>,
  promo?: Pick<PromoCode, 'startsAt'>,
) {
  const date = formatDate(promo?.startsAt?.toISOString())
  return refuseFields('invalid-input', { promocode: [words(`promo.${problem}`, { date })] })
}

export type PromoCodeRow = {
  code: string
  percent_hundredths: number | null
  amounts: string | null
  starts_at: string | null
  ends_at: string | null
  total_limit: number | null
  customer_limit: number | null
  plan_ids: string
  country_codes: string
}
type UsedRow = PromoCodeRow & PromoUses

/** Columns of `promo_codes p` that `toPromoCode` reads. */
export const promoCodeColumns = `p.code, p.percent_hundredths, p.amounts, p.starts_at, p.ends_at,
  p.total_limit, p.customer_limit, p.plan_ids, p.country_codes`

const texts = z.array(z.string())
const minorByCurrency: z.ZodType<Prices> = z.record(z.string(), z.int())

/** Reads a code in its canonical form, and its uses. */
async function readPromoCode(
  context: BackendContext,
  code: string,
  email: string,
): Promise<{ promo: PromoCode; uses: PromoUses } | null> {
  const { db, now } = context
  const customer = canonicalMailbox(email)
  const { reserved, ofNetwork } = reservedUses({ customer, network: await networkOf(context), now })
  // A count reads every use, so uses are counted only for codes that have the limit.
  const row = await readRow<UsedRow>(db)`SELECT ${raw(promoCodeColumns)},
      iif(total_limit IS NULL, 0, ${paidUses}) AS paid,
      iif(total_limit IS NULL, 0, ${reserved}) AS reserved,
      iif(total_limit IS NULL, 0, ${ofNetwork}) AS ofNetwork,
      iif(customer_limit IS NULL, 0, ${usesOfCustomer(sql`${customer}`)}) AS ofCustomer
    FROM promo_codes p WHERE code = ${code}`
  return row && { promo: toPromoCode(row), uses: row }
}

export function toPromoCode(row: PromoCodeRow): PromoCode {
  return {
    code: row.code,
    reduction:
      row.percent_hundredths === null
        ? {
            kind: 'amount',
            amounts: readJsonColumn('promo_codes.amounts', minorByCurrency, row.amounts ?? '{}'),
          }
        : { kind: 'percent', hundredths: row.percent_hundredths },
    startsAt: row.starts_at === null ? null : new Date(row.starts_at),
    endsAt: row.ends_at === null ? null : new Date(row.ends_at),
    totalLimit: row.total_limit,
    customerLimit: row.customer_limit,
    tariffIDs: readJsonColumn('promo_codes.plan_ids', texts, row.plan_ids),
    countryCodes: readJsonColumn('promo_codes.country_codes', texts, row.country_codes),
  }
}

/** Returns statements that insert a code. */
export function insertPromoCode(
  db: D1Database,
  promo: PromoCode,
  now: Date,
): D1PreparedStatement[] {
  const { reduction } = promo
  const row = {
    code: promo.code,
    percent_hundredths: reduction.kind === 'percent' ? reduction.hundredths : null,
    amounts: reduction.kind === 'amount' ? JSON.stringify(reduction.amounts) : null,
    starts_at: promo.startsAt?.toISOString() ?? null,
    ends_at: promo.endsAt?.toISOString() ?? null,
    total_limit: promo.totalLimit,
    customer_limit: promo.customerLimit,
    plan_ids: JSON.stringify(promo.tariffIDs),
    country_codes: JSON.stringify(promo.countryCodes),
    created_at: now.toISOString(),
  }
  return insertRows(db, 'promo_codes', [row])
}

/** The promo code of a new order, and its reduction in minor units. */
export type PromoUse = {
  readonly promo: PromoCode
  readonly email: string
  readonly reductionMinor: number
}

/** SQL: the order `i` with a code is paid, and was not refunded before any delivery. */
const isUsed = sql`NOT ${raw(isUnpaid)} AND i.status <> 'expired'
  AND NOT (i.status IN ('refunded', 'lost')
    AND NOT EXISTS (SELECT 1 FROM deliveries WHERE order_id = i.id)
    AND NOT EXISTS (SELECT 1 FROM purchases o
      WHERE o.order_id = i.id AND o.kind = 'top-up' AND o.status = 'done'))`

/** SQL: counts uses of `p.code`. The orders of most uses are paid, so the others have an index. */
const usesOf = (condition: Sql) => sql`(SELECT count(*) FROM promo_uses u
  JOIN orders i ON i.id = u.order_id WHERE u.code = p.code AND ${condition})`
const unpaidUsesOf = (count: Sql, condition: Sql) => sql`(SELECT count(${count})
  FROM orders i INDEXED BY orders_unpaid_with_code JOIN promo_uses u ON u.order_id = i.id
  WHERE i.promocode = p.code AND ${condition})`
const paidUses = usesOf(isUsed)
const usesOfCustomer = (customer: Sql) => usesOf(sql`${isUsed} AND u.customer = ${customer}`)

/** The mailbox and the network of a new order. */
type UseOf = {
  readonly customer: string
  readonly network: string | null
  readonly now: Date
}

const hold = sql`'+${raw(holdTime / minuteMs)} minutes'`

/** SQL: the order `i` can still take a use of `p`. Its last page may end after its hold. */
function isReserving(now: Date): Sql {
  const since = isoBefore(now, holdTime)
  return sql`${raw(isUnpaid)} AND (i.created_at > ${since}
    OR p.total_limit IS NOT NULL AND EXISTS (SELECT 1 FROM payments WHERE order_id = i.id
      AND cancelled_at IS NULL AND expires_at > ${now}))`
}

/** SQL that counts the reserved uses of `p.code`. Several unpaid orders of a customer hold one. */
function reservedUses({ customer, network, now }: UseOf): { reserved: Sql; ofNetwork: Sql } {
  const reserved = sql`${isReserving(now)} AND u.customer <> ${customer}`
  const customers = sql`DISTINCT u.customer`
  return {
    reserved: unpaidUsesOf(customers, reserved),
    ofNetwork: unpaidUsesOf(customers, sql`${reserved} AND i.network = ${network}`),
  }
}

/**
 * Unpaid orders of a customer with one limited code that hold a use. When one is paid, the
 * others can still be paid until the job expires them. The second is for a customer who starts again.
 */
const mostUnpaid = 2

/**
 * Returns the SQL condition that a code has a use left. It is part of the statement that inserts
 * the order, so that concurrent orders cannot both get the last use.
 */
export function hasUseLeft({ code, totalLimit }: PromoCode, use: UseOf): Sql {
  const { customer, now } = use
  const { reserved, ofNetwork } = reservedUses(use)
  const ownUnpaid = unpaidUsesOf(sql`*`, sql`${isReserving(now)} AND u.customer = ${customer}`)
  return sql`EXISTS (SELECT 1 FROM promo_codes p WHERE p.code = ${code}
    AND (coalesce(p.total_limit, p.customer_limit) IS NULL OR ${ownUnpaid} < ${mostUnpaid})
    AND (p.total_limit IS NULL OR ${paidUses} + ${reserved} < p.total_limit
      AND ${ofNetwork} < ${mostReserved(totalLimit ?? 0)})
    AND (p.customer_limit IS NULL
      OR ${usesOfCustomer(sql`${customer}`)} < p.customer_limit))`
}

const withCode = sql`own INDEXED BY orders_unpaid_with_code`
const isUnpaidWithCode = sql`own.${raw(isUnpaid)} AND own.promocode > ''`

/** SQL: codes of unpaid orders that paid orders have used up. Each count reads all uses of a code. */
const exhaustedCodes = sql`SELECT p.code FROM promo_codes p WHERE p.total_limit IS NOT NULL
  AND p.code IN (SELECT own.promocode FROM orders ${withCode} WHERE ${isUnpaidWithCode})
  AND ${paidUses} >= p.total_limit`

/** SQL: a page of the order `own` is open, and was started while the order reserved its use. */
function hasOpenPage(now: Date): Sql {
  return sql`EXISTS (SELECT 1 FROM payments WHERE order_id = own.id
    AND cancelled_at IS NULL AND expires_at > ${now}
    AND started_at < ${isoTime(sql`own.created_at`, hold)})`
}

/**
 * SQL: unpaid orders that lose their code, because they have reserved a use for too long, or
 * because paid orders have used up the code. A page that was opened within the hold stays open until its end.
 */
export function ordersWithoutUse(now: Date): Sql {
  return sql`SELECT own.id
    FROM orders ${withCode}
    JOIN promo_uses theirs ON theirs.order_id = own.id JOIN promo_codes p ON p.code = theirs.code
    WHERE ${isUnpaidWithCode} AND (
      p.total_limit IS NOT NULL AND own.created_at <= ${isoBefore(now, holdTime)}
        AND NOT ${hasOpenPage(now)}
      OR p.code IN (${exhaustedCodes})
      OR p.customer_limit IS NOT NULL
        AND ${usesOfCustomer(sql`theirs.customer`)} >= p.customer_limit)`
}

/** Inserts a use if the same transaction has inserted the order. */
export function insertPromoUse(
  db: D1Database,
  invoiceID: string,
  use: PromoUse,
): D1PreparedStatement {
  return prepare(db)`INSERT INTO promo_uses (order_id, code, customer, reduction_minor)
    SELECT id, ${use.promo.code}, ${canonicalMailbox(use.email)}, ${use.reductionMinor} FROM orders
      WHERE id = ${invoiceID}`
}
