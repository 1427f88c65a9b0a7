import type { PromoCode } from '../../../domain/promo-code.ts'
import { promoCodeColumns, toPromoCode } from '../../promo-codes/promo-code-rows.ts'
import type { PromoCodeRow } from '../../promo-codes/promo-code-rows.ts'
import type { BackendContext } from '../../context.ts'
import { isUnpaid } from '../../unpaid-invoices.ts'

export type ListedPromoCode = {
  readonly promo: PromoCode
  readonly version: number
  /** Paid orders, counted up to `mostCountedUses`. `unpaid` has the same limit. */
  readonly paid: number
  readonly unpaid: number
}

/** Limit of orders to count, because D1 reads a row for each order. */
export const mostCountedUses = 10_000
const mostListedCodes = 200

type ListedRow = PromoCodeRow & { version: number; paid: number; unpaid: number }

/** Returns the newest 200 codes, or the first 200 codes with the given prefix. */
export async function listPromoCodes(
  { db }: Pick<BackendContext, 'db'>,
  start = '',
): Promise<ListedPromoCode[]> {
  const ordersWhere = (condition: string) => `(SELECT count(*) FROM (
    SELECT 1 FROM promo_uses u JOIN invoices i ON i.id = u.invoice_id
    WHERE u.code = p.code AND ${condition} LIMIT ${mostCountedUses}))`
  const which = start === '' ? '?1 IS NOT NULL' : `code >= ?1 AND code < ?1 || '~'`
  const order = start === '' ? 'created_at DESC, code' : 'code'
  const { results } = await db
    .prepare(
      `SELECT ${promoCodeColumns}, (SELECT count(*) FROM audit a
          WHERE a.subject_kind = 'promo-code' AND a.subject_id = p.code) AS version,
        ${ordersWhere(isUnpaid)} AS unpaid,
        ${ordersWhere(`NOT (${isUnpaid}) AND i.status <> 'expired'`)} AS paid
      FROM promo_codes p WHERE ${which} ORDER BY ${order} LIMIT ${mostListedCodes}`,
    )
    .bind(start.toUpperCase())
    .all<ListedRow>()
  return results.map((row) => ({
    promo: toPromoCode(row),
    version: row.version,
    paid: row.paid,
    unpaid: row.unpaid,
  }))
}
