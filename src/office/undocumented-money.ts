import { boundsOf, type CalendarMonth } from '../kit/time.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { vatInChangeSql } from '../kit/receipt-number.ts'
import type { DatabaseContext } from '../context.ts'
import { orderOfMovement, movements, signed } from './recorded-movements.ts'

/** SQL: the sum of an order's credit notes that have lower numbers than the credit note `n`. */
export const creditedBefore = `(SELECT coalesce(sum(earlier.amount_minor), 0)
  FROM credit_notes earlier
  WHERE earlier.order_id = n.order_id AND earlier.number < n.number)`

/** SQL: receipts and credit notes that the shop issued in the month ?1 to ?2, with their VAT. */
export const documents = `(
  SELECT i.id AS order_id, i.currency, i.amount_minor AS minor, i.paid_at AS at,
    i.vat_hundredths, i.card_country, i.network_country, true AS is_receipt,
    ${vatInChangeSql('0', 'i.amount_minor', 'i.vat_hundredths')} AS vat_minor
  FROM orders i INDEXED BY orders_by_payment
  WHERE i.paid_at >= ?1 AND i.paid_at < ?2
  UNION ALL
  SELECT i.id, i.currency, -n.amount_minor, n.issued_at,
    i.vat_hundredths, i.card_country, i.network_country, false,
    ${vatInChangeSql(`(i.amount_minor - ${creditedBefore})`, '-n.amount_minor', 'i.vat_hundredths')}
  FROM credit_notes n INDEXED BY credit_notes_by_time JOIN orders i ON i.id = n.order_id
  WHERE n.issued_at >= ?1 AND n.issued_at < ?2)`

/** Money that moved in a month without a receipt or a credit note of the same month. */
export type UndocumentedMoney = {
  /** Time of the last movement or document. */
  readonly at: string
  /** Null for money that fits no order. */
  readonly invoiceID: string | null
  /** The provider's reference of a payment that fits no order. */
  readonly reference: string | null
  /** Negative when it left the shop, or when a document is about money of another month. */
  readonly amount: Money
}

type UndocumentedRow = Omit<UndocumentedMoney, 'amount'> & {
  readonly minor: number
  readonly currency: Currency
}

const undocumentedSql = `SELECT max(at) AS at, order_id AS invoiceID, reference, currency,
    sum(minor) AS minor
  FROM (
    SELECT recorded_at AS at, order_id, currency, minor,
      iif(order_id IS NULL, provider || ' ' || reference, NULL) AS reference
    FROM (SELECT moved.recorded_at, moved.provider, moved.reference, moved.currency,
        ${signed} AS minor, ${orderOfMovement} AS order_id
      FROM ${movements} moved)
    UNION ALL
    SELECT at, order_id, currency, -minor, NULL FROM ${documents})
  GROUP BY order_id, reference, currency HAVING sum(minor) <> 0
  ORDER BY max(at), order_id, reference`

/**
 * Returns for each order, and for each payment without an order, what its movements of a month
 * exceed its documents by: a charge above the price, and its return. The documents of the month and
 * these amounts add up to the payments of the month.
 */
export async function undocumentedMoney(
  { db }: DatabaseContext,
  month: CalendarMonth,
): Promise<UndocumentedMoney[]> {
  const { results } = await db
    .prepare(undocumentedSql)
    .bind(...boundsOf(month))
    .all<UndocumentedRow>()
  return results.map(({ minor, currency, ...row }) => ({ ...row, amount: { minor, currency } }))
}

/** The documents of a month in one currency. */
export type DocumentSums = {
  readonly currency: Currency
  readonly documented: number
  readonly vat: number
  /** Documents of orders that state no VAT. */
  readonly unknownVat: number
}

export async function documentSums(
  { db }: DatabaseContext,
  month: CalendarMonth,
): Promise<DocumentSums[]> {
  const { results } = await db
    .prepare(
      `SELECT currency, sum(minor) AS documented, coalesce(sum(vat_minor), 0) AS vat,
        count(*) FILTER (WHERE vat_minor IS NULL) AS unknownVat
      FROM ${documents} GROUP BY currency`,
    )
    .bind(...boundsOf(month))
    .all<DocumentSums>()
  return results
}
