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
import { isoBefore, minuteMs } from '../kit/time.shared.ts'
import { readJsonColumn } from '../kit/db.ts'
import { holdTime } from '../kit/limits.shared.ts'
import { networkOf } from '../api/rate-limit.ts'
import { isUnpaid } from './lines.ts'
import { insertRows, isoTime } from '../kit/sql-text.ts'

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
  const { held, ofNetwork } = heldUses({ customer: '?2', network: '?3', since: '?4' })
  // A count reads every use, so uses are counted only for codes that have the limit.
  const total = { paid: paidUses, held, ofNetwork }
  const counts = Object.entries(total).map(
    ([name, sql]) => `iif(total_limit IS NULL, 0, ${sql}) AS ${name}`,
  )
  const row = await db
    .prepare(
      `SELECT ${promoCodeColumns}, ${counts.join(', ')},
        iif(customer_limit IS NULL, 0, ${usesOfCustomer('?2')}) AS ofCustomer
      FROM promo_codes p WHERE code = ?1`,
    )
    .bind(code, canonicalMailbox(email), await networkOf(context), heldSince(now))
    .first<UsedRow>()
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

/** SQL: the order `i` with a code is paid, and was not refunded before any delivery. */
const isUsed = `NOT ${isUnpaid} AND i.status <> 'expired' AND NOT (i.status IN ('refunded', 'lost')
  AND NOT EXISTS (SELECT 1 FROM esims WHERE order_id = i.id)
  AND NOT EXISTS (SELECT 1 FROM purchases o
    WHERE o.order_id = i.id AND o.kind = 'top-up' AND o.status = 'done'))`

/** Returns the time since which unpaid orders hold a use of a code with a limit in total. */
export function heldSince(now: Date): string {
  return isoBefore(now, holdTime)
}

const usesOf = (count: string, condition: string) => `(SELECT count(${count}) FROM promo_uses u
  JOIN orders i ON i.id = u.order_id WHERE u.code = p.code AND ${condition})`
const paidUses = usesOf('*', isUsed)
const usesOfCustomer = (customer: string) => usesOf('*', `${isUsed} AND u.customer = ${customer}`)

type UseParams = { readonly [name in 'customer' | 'network' | 'since']: string }

/** SQL that counts the held uses of `p.code`. Several unpaid orders of a customer hold one. */
function heldUses({ customer, network, since }: UseParams): { held: string; ofNetwork: string } {
  const held = `${isUnpaid} AND i.created_at > ${since} AND u.customer <> ${customer}`
  return {
    held: usesOf('DISTINCT u.customer', held),
    ofNetwork: usesOf('DISTINCT u.customer', `${held} AND i.network = ${network}`),
  }
}

/**
 * Unpaid orders of a customer with one limited code within `holdTime`. When one is paid, the
 * others can still be paid until the job expires them. The second is for a customer who starts again.
 */
const mostUnpaid = 2

/**
 * Returns the SQL condition that a code has a use left. It is part of the statement that inserts
 * the order, so that concurrent orders cannot both get the last use.
 */
export function hasUseLeft({
  code,
  mostHeld,
  ...params
}: UseParams & { readonly code: string; readonly mostHeld: string }): string {
  const { customer, since } = params
  const { held, ofNetwork } = heldUses(params)
  const ownUnpaid = usesOf(
    '*',
    `${isUnpaid} AND i.created_at > ${since} AND u.customer = ${customer}`,
  )
  return `EXISTS (SELECT 1 FROM promo_codes p WHERE p.code = ${code}
    AND (coalesce(p.total_limit, p.customer_limit) IS NULL OR ${ownUnpaid} < ${mostUnpaid})
    AND (p.total_limit IS NULL OR ${paidUses} + ${held} < p.total_limit
      AND ${ofNetwork} < ${mostHeld})
    AND (p.customer_limit IS NULL OR ${usesOfCustomer(customer)} < p.customer_limit))`
}

const withCode = `own INDEXED BY orders_unpaid_with_code`
const isUnpaidWithCode = `own.${isUnpaid} AND own.created_at > '' AND own.promocode IS NOT NULL`

/** SQL: codes of unpaid orders that paid orders have used up. Each count reads all uses of a code. */
const exhaustedCodes = `SELECT p.code FROM promo_codes p WHERE p.total_limit IS NOT NULL
  AND p.code IN (SELECT own.promocode FROM orders ${withCode} WHERE ${isUnpaidWithCode})
  AND ${paidUses} >= p.total_limit`

/** SQL: a page of the order `own` is open, and was started while the order held its use. */
const hasOpenPage = `EXISTS (SELECT 1 FROM payments WHERE order_id = own.id
  AND cancelled_at IS NULL AND expires_at > ?1
  AND started_at < ${isoTime('own.created_at', `'+${holdTime / minuteMs} minutes'`)})`

/**
 * SQL: unpaid orders that lose their code, because they have held a use since ?3, or because paid
 * orders have used up the code. A page that was opened within the hold stays open until its end.
 */
export const ordersWithoutUse = `SELECT own.id
  FROM orders ${withCode}
  JOIN promo_uses theirs ON theirs.order_id = own.id JOIN promo_codes p ON p.code = theirs.code
  WHERE ${isUnpaidWithCode} AND (
    p.total_limit IS NOT NULL AND own.created_at <= ?3 AND NOT ${hasOpenPage}
    OR p.code IN (${exhaustedCodes})
    OR p.customer_limit IS NOT NULL AND ${usesOfCustomer('theirs.customer')} >= p.customer_limit)`

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
