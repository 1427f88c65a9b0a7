import { z } from 'zod'
import type { Prices } from '../../domain/money.ts'
import type { PromoCode, PromoUses } from '../../domain/promo-code.ts'
import { readJsonColumn } from '../stored-json.ts'
import { isUnpaid } from '../unpaid-invoices.ts'
import { countUses } from './promo-uses.ts'

export type PromoCodeRow = {
  code: string
  percent_hundredths: number | null
  amounts: string | null
  starts_at: string | null
  ends_at: string | null
  total_limit: number | null
  customer_limit: number | null
  tariff_ids: string
  country_codes: string
}
type UsedRow = PromoCodeRow & { total_uses: number; customer_uses: number }

/** Columns of `promo_codes p` that `toPromoCode` reads. */
export const promoCodeColumns = `p.code, p.percent_hundredths, p.amounts, p.starts_at, p.ends_at,
  p.total_limit, p.customer_limit, p.tariff_ids, p.country_codes`

const texts = z.array(z.string())
const minorByCurrency: z.ZodType<Prices> = z.record(z.string(), z.int())

/**
 * Reads a code in its canonical form, and its uses. Unpaid orders of the same customer are not
 * counted, because a new order takes over their use.
 */
export async function readPromoCode(
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
    tariffIDs: readJsonColumn('promo_codes.tariff_ids', texts, row.tariff_ids),
    countryCodes: readJsonColumn('promo_codes.country_codes', texts, row.country_codes),
  }
}
