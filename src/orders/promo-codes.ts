import { z } from 'zod'
import { refuseFields } from '../api/operation-result.ts'
import type { OperationResult } from '../api/operation-result.ts'
import type { BackendContext } from '../context.ts'
import { canonicalMailbox } from '../kit/email.shared.ts'
import { canonicalPromoCode, promoProblem } from './promo-code.ts'
import type { PromoCode, PromoProblem, PromoUses } from './promo-code.ts'
import { ok } from '../kit/result.shared.ts'
import { formatDate } from '../words/formats.shared.ts'
import type { Prices } from '../kit/money.shared.ts'
import { readJsonColumn } from '../kit/db.ts'
import { isUnpaid, expireOrderSql } from './lines.ts'
import { insertRows } from '../kit/sql-text.ts'
import { attemptColumns } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import { cancelPayment } from './cancel-payments.ts'

/**
 * Returns a code that is valid now, or a refusal of the field `promocode`. Without an email
 * address, the limit per customer is not checked.
 */
export async function checkPromoCode(
  { db, words, now }: Pick<BackendContext, 'db' | 'words' | 'now'>,
  typed: string,
  email: string | undefined,
): Promise<OperationResult<PromoCode>> {
  const customer = email === undefined ? '' : canonicalMailbox(email)
  const found = await readPromoCode(db, canonicalPromoCode(typed), customer)
  if (!found) return refusePromoCode(words, 'unknown')
  const { promo, uses } = found
  const problem = promoProblem(promo, uses, now)
  return problem === null ? ok(promo) : refusePromoCode(words, problem, promo)
}

/**
 * Returns the refusal of the field `promocode` for a problem. `promo` has the date of a code that
 * is not valid yet.
 */
export function refusePromoCode(
  words: BackendContext['words'],
  problem: PromoProblem,
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
type UsedRow = PromoCodeRow & { total_uses: number; customer_uses: number }

/** Columns of `promo_codes p` that `toPromoCode` reads. */
export const promoCodeColumns = `p.code, p.percent_hundredths, p.amounts, p.starts_at, p.ends_at,
  p.total_limit, p.customer_limit, p.plan_ids, p.country_codes`

const texts = z.array(z.string())
const minorByCurrency: z.ZodType<Prices> = z.record(z.string(), z.int())

/**
 * Reads a code in its canonical form, and its uses. Unpaid orders of the same customer are not
 * counted, because a new order takes over their use.
 */
async function readPromoCode(
  db: D1Database,
  code: string,
  customer: string,
): Promise<{ promo: PromoCode; uses: PromoUses } | null> {
  // A count reads every use, so uses are counted only for codes that have the limit.
  const row = await db
    .prepare(
      `SELECT ${promoCodeColumns},
        CASE WHEN total_limit IS NULL THEN 0 ELSE (${countUses}
          AND NOT (u.customer = ?2 AND ${isUnpaid})) END AS total_uses,
        CASE WHEN customer_limit IS NULL THEN 0 ELSE (${countUses}
          AND u.customer = ?2 AND NOT ${isUnpaid}) END AS customer_uses
      FROM promo_codes p WHERE code = ?1`,
    )
    .bind(code, customer)
    .first<UsedRow>()
  if (!row) return null
  const uses = { total: row.total_uses, byCustomer: row.customer_uses }
  return { promo: toPromoCode(row), uses }
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
export function promoCodeSql(promo: PromoCode, now: Date): string[] {
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
  return insertRows('promo_codes', Object.keys(row), [Object.values(row)])
}

/** The promo code of a new order, and its reduction in minor units. */
export type PromoUse = {
  readonly promo: PromoCode
  readonly email: string
  readonly reductionMinor: number
}

/**
 * SQL that counts the uses of `p.code`. Conditions on `u` and `i` can follow. An order that was
 * refunded before any delivery does not count as a use.
 */
const countUses = `SELECT count(*) FROM promo_uses u JOIN orders i ON i.id = u.order_id
  WHERE u.code = p.code AND i.status <> 'expired' AND NOT (i.status = 'refunded'
    AND NOT EXISTS (SELECT 1 FROM esims WHERE order_id = i.id)
    AND NOT EXISTS (SELECT 1 FROM purchases o
      WHERE o.order_id = i.id AND o.kind = 'top-up' AND o.status = 'done'))`

/**
 * Returns the SQL condition that a promo code has a use left. It is part of the statement that
 * inserts the order, so that concurrent orders cannot both get the last use.
 */
export function hasUseLeft({ promo, email }: PromoUse) {
  const sql = `EXISTS (SELECT 1 FROM promo_codes p WHERE p.code = ?
    AND (p.total_limit IS NULL OR (${countUses}) < p.total_limit)
    AND (p.customer_limit IS NULL OR (${countUses} AND u.customer = ?) < p.customer_limit))`
  return { sql, params: [promo.code, canonicalMailbox(email)] }
}

/** Returns the reason why the insert of an order rejected its promo code. */
export async function findPromoProblem(
  db: D1Database,
  { promocode = '', email }: { readonly promocode?: string | undefined; readonly email: string },
): Promise<PromoProblem> {
  const isUsedByCustomer = await db
    .prepare(
      `SELECT (${countUses} AND u.customer = ?2) >= customer_limit AS is_used
      FROM promo_codes p WHERE code = ?1`,
    )
    .bind(canonicalPromoCode(promocode), canonicalMailbox(email))
    .first<number>('is_used')
  return isUsedByCustomer === 1 ? 'used-by-customer' : 'used-up'
}

/** Inserts a use if the same transaction has inserted the order. */
export function insertPromoUse(
  db: D1Database,
  invoiceID: string,
  use: PromoUse,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO promo_uses (order_id, code, customer, reduction_minor)
      SELECT id, ?2, ?3, ?4 FROM orders WHERE id = ?1`,
    )
    .bind(invoiceID, use.promo.code, canonicalMailbox(use.email), use.reductionMinor)
}

type OrderWithCode = {
  readonly promocode: string
  readonly email: string
  readonly idempotencyKey: string
}

/** Payments that one order may cancel. Each cancellation needs a call to its provider. */
const maxPayments = 20

/** SQL: the ids of the customer's other unpaid orders with the code. */
const othersWithCode = `SELECT id FROM orders WHERE ${isUnpaid} AND idempotency_key <> ?2
  AND id IN (SELECT order_id FROM promo_uses WHERE code = ?3 AND customer = ?4)`

/** Returns the open payments of the customer's other unpaid orders with a code. */
export async function attemptsWithCode(
  context: BackendContext,
  order: OrderWithCode,
): Promise<Attempt[]> {
  const { results } = await context.db
    .prepare(
      `SELECT ${attemptColumns} FROM payments WHERE reference IS NOT NULL AND cancelled_at IS NULL
        AND expires_at > ?1 AND order_id IN (${othersWithCode}) LIMIT ${maxPayments}`,
    )
    .bind(...othersOf(context, order))
    .all<Attempt>()
  return results
}

/**
 * Cancels open payments of other orders if the code has a limit, so that a new order can use the
 * code. Otherwise customers who change their mind would use the code up.
 */
export async function cancelOrdersWithCode(
  context: BackendContext,
  use: PromoUse,
  attempts: readonly Attempt[],
): Promise<void> {
  if (!hasLimit(use)) return
  for (const attempt of attempts) await cancelPayment(context, attempt, attempt.reference ?? '')
}

/**
 * Expires the customer's other unpaid orders with a limited code. An order stays unpaid while the
 * customer can still pay it: its payment is open, or its provider has no API to close the payment.
 */
export function expireOrdersWithCode(
  context: Pick<BackendContext, 'db' | 'now' | 'providers'>,
  use: PromoUse,
  idempotencyKey: string,
): D1PreparedStatement[] {
  if (!hasLimit(use)) return []
  const { db, providers } = context
  const withAPI = providers.filter(({ canLookUp }) => canLookUp).map(({ id }) => id)
  const statement = db.prepare(
    `${expireOrderSql} WHERE id IN (${othersWithCode}) AND NOT EXISTS (
      SELECT 1 FROM payments p WHERE p.order_id = orders.id AND p.expires_at > ?1
        AND (p.cancelled_at IS NULL OR p.provider NOT IN (SELECT value FROM json_each(?5))))`,
  )
  const order = { promocode: use.promo.code, email: use.email, idempotencyKey }
  return [statement.bind(...othersOf(context, order), JSON.stringify(withAPI))]
}

function hasLimit({ promo }: PromoUse): boolean {
  return promo.totalLimit !== null || promo.customerLimit !== null
}

function othersOf(
  { now }: Pick<BackendContext, 'now'>,
  { promocode, email, idempotencyKey }: OrderWithCode,
): string[] {
  const code = canonicalPromoCode(promocode)
  return [now.toISOString(), idempotencyKey, code, canonicalMailbox(email)]
}
