import { canonicalMailbox } from '../../domain/mailbox.ts'
import { canonicalPromoCode } from '../../domain/promo-code.ts'
import type { PromoCode, PromoProblem } from '../../domain/promo-code.ts'

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
export const countUses = `SELECT count(*) FROM promo_uses u JOIN invoices i ON i.id = u.invoice_id
  WHERE u.code = p.code AND i.status <> 'expired' AND NOT (i.status = 'refunded'
    AND NOT EXISTS (SELECT 1 FROM esims WHERE invoice_id = i.id)
    AND NOT EXISTS (SELECT 1 FROM supplier_orders o
      WHERE o.invoice_id = i.id AND o.kind = 'top-up' AND o.status = 'done'))`

/**
 * Returns the SQL condition that a promo code has a use left. It is part of the statement that
 * inserts the invoice, so that concurrent orders cannot both get the last use.
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

/** Inserts a use if the same transaction has inserted the invoice. */
export function insertPromoUse(
  db: D1Database,
  invoiceID: string,
  use: PromoUse,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO promo_uses (invoice_id, code, customer, reduction_minor)
      SELECT id, ?2, ?3, ?4 FROM invoices WHERE id = ?1`,
    )
    .bind(invoiceID, use.promo.code, canonicalMailbox(use.email), use.reductionMinor)
}
