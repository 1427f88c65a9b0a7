import type { InvoiceStatus, OrderLine } from '../../contract/purchase.ts'
import type { Currency } from '../../domain/money.ts'
import { currencyOf } from '../../domain/payment-options.ts'
import { canonicalPromoCode } from '../../domain/promo-code.ts'
import type { Order } from './place-order.ts'

export type OrderRow = {
  id: string
  lines: string
  email: string
  amount_minor: number
  currency: Currency
  promocode: string | null
  status: InvoiceStatus
}

/** The order that this form has placed before. */
export async function orderByKey(db: D1Database, key: string): Promise<OrderRow | null> {
  return db
    .prepare(
      `SELECT i.id, i.email, i.amount_minor, i.currency, i.promocode, i.status, (
        SELECT json_group_array(json_array(
          iif(kind = 'plan', tariff_id, NULL), recipient, message, deliver_on, esim_hash, plan_code))
        FROM (SELECT l.*, u.esim_hash, u.plan_code FROM invoice_lines l
          LEFT JOIN top_ups u ON u.invoice_id = l.invoice_id AND u.line_position = l.position
          WHERE l.invoice_id = i.id ORDER BY l.position)) AS lines
      FROM invoices i WHERE i.idempotency_key = ?`,
    )
    .bind(key)
    .first<OrderRow>()
}

/** An invoice keeps its price until it expires, so a repeated form is compared with the invoice. */
export function isSameOrder(invoice: OrderRow, order: Order): boolean {
  const { expectedAmount: expected, promocode } = order
  return (
    JSON.stringify(JSON.parse(invoice.lines)) === namesOf(order) &&
    invoice.email === order.email &&
    invoice.currency === currencyOf(order.paymentOption) &&
    invoice.promocode === (promocode === undefined ? null : canonicalPromoCode(promocode)) &&
    (expected === undefined || expected.minor === invoice.amount_minor)
  )
}

/** The contract requires lines, a single plan, or a top-up. */
export function linesOf({ lines, tariffID }: Order): readonly OrderLine[] {
  return lines ?? (tariffID === undefined ? [] : [{ tariffID }])
}

/** The text that is equal for equal lines, as `orderByKey` reads it. */
function namesOf(order: Order): string {
  const { topUp } = order
  const lines = linesOf(order).map(({ tariffID, recipient, message, deliverOn }) => [
    tariffID,
    recipient ?? null,
    message ?? null,
    deliverOn ?? null,
    null,
    null,
  ])
  return JSON.stringify(topUp ? [[null, null, null, null, topUp.hash, topUp.code]] : lines)
}
