import { boundsOf } from '../../domain/month.ts'
import type { CalendarMonth } from '../../domain/month.ts'
import type { Currency, Money } from '../../domain/money.ts'
import { formatReceiptNumber } from '../../domain/receipt-number.ts'
import { vatInChangeSql } from '../../domain/vat.ts'
import type { BackendContext } from '../context.ts'
import { isReversalOf } from '../orders/doubted-refunds.ts'

/** The sums that a payment provider reported in a month, in one currency. */
export type MonthPayments = {
  readonly provider: string
  /** Number of charges. */
  readonly charges: number
  readonly charged: Money
  /** Refunds, less refunds that failed at the bank later. */
  readonly refunded: Money
  /** Lost disputes, less disputes that were won after all. */
  readonly lost: Money
  /** Charges less refunds and lost disputes. */
  readonly total: Money
}

/** A movement of money that a payment provider reported. */
export type Movement = {
  readonly at: string
  readonly kind: 'charged' | 'refunded' | 'refund-failed' | 'dispute-lost' | 'dispute-won'
  /** Negative when the money left the shop. */
  readonly amount: Money
  readonly provider: string
  /** The provider's references of the payment, and of the charge, refund or dispute. */
  readonly reference: string
  readonly id: string
  /** Null for money that belongs to no order. */
  readonly invoiceID: string | null
  /** Null for money that belongs to no paid order. */
  readonly receiptNumber: string | null
  /** Ids of the plans, separated by spaces. */
  readonly plans: string | null
  readonly promocode: string | null
  /** The provider's fee. Null if it is unknown, or the movement is not a charge. */
  readonly fee: Money | null
  /**
   * The VAT in the amount, corrected by the rounding of the movements before it. Null if the order
   * states none, or the money belongs to no order.
   */
  readonly vat: Money | null
}

type Reports = Pick<BackendContext, 'db'>

type SumRow = Pick<MonthPayments, 'provider' | 'charges'> & {
  readonly currency: Currency
  readonly charged: number
  readonly refunded: number
  readonly lost: number
  readonly total: number
}

/**
 * SQL: the fact moves money. A won dispute moves money only if the provider has reported it as lost
 * too, as in `invoice_states`.
 */
function movesMoney(fact: string): string {
  return `(${fact}.kind IN ('charged', 'refunded', 'dispute-lost')
    OR ${fact}.kind = 'dispute-won' AND EXISTS (SELECT 1 FROM payment_facts lost
      WHERE lost.provider = ${fact}.provider AND lost.kind = 'dispute-lost' AND lost.id = ${fact}.id))`
}

/** SQL: facts `f` of a month that move money. */
export const inMonth = `f.at >= ?1 AND f.at < ?2 AND ${movesMoney('f')}`

/** SQL: the fact `f` is the charge that follows a refund which failed at the bank. */
const isFailedRefund = `(f.kind = 'charged' AND EXISTS (SELECT 1 FROM payment_facts made
  WHERE ${isReversalOf('f', 'made')}))`
export const isCharge = `f.kind = 'charged' AND NOT ${isFailedRefund}`

/** SQL: the amount of a fact, which is negative when the money left the shop. */
function signedOf(fact: string): string {
  return `iif(${fact}.kind IN ('refunded', 'dispute-lost'), -${fact}.amount_minor,
    ${fact}.amount_minor)`
}
export const signed = signedOf('f')

/** SQL: the columns of a fact by which movements are sorted. */
const orderOf = (fact: string) => `${fact}.at, ${fact}.provider, ${fact}.kind, ${fact}.id`

/**
 * SQL: the money that the shop held for the order of the fact `f` before it, in the currency of the
 * fact.
 */
const heldBefore = `(SELECT coalesce(sum(${signedOf('earlier')}), 0) FROM payment_facts earlier
  WHERE earlier.invoice_id = f.invoice_id AND earlier.currency = f.currency
    AND ${movesMoney('earlier')} AND (${orderOf('earlier')}) < (${orderOf('f')}))`

/**
 * SQL: the VAT in the fact `f` of the order `i`. The movements of an order add up to the VAT in the
 * price that the shop keeps, which its receipt and credit notes also state.
 */
export const vatOfMovement = vatInChangeSql(heldBefore, signed, 'i.vat_hundredths')

/** Adds up the payments of a month by provider and currency, including money without an order. */
export async function monthPayments(
  { db }: Reports,
  month: CalendarMonth,
): Promise<MonthPayments[]> {
  const { results } = await db
    .prepare(
      `SELECT f.provider, f.currency, count(*) FILTER (WHERE ${isCharge}) AS charges,
        coalesce(sum(f.amount_minor) FILTER (WHERE ${isCharge}), 0) AS charged,
        coalesce(sum(-${signed}) FILTER (WHERE f.kind = 'refunded' OR ${isFailedRefund}), 0)
          AS refunded,
        coalesce(sum(-${signed}) FILTER (WHERE f.kind LIKE 'dispute-%'), 0) AS lost,
        sum(${signed}) AS total
      FROM payment_facts f INDEXED BY payment_facts_by_time WHERE ${inMonth}
      GROUP BY f.provider, f.currency ORDER BY f.provider, f.currency`,
    )
    .bind(...boundsOf(month))
    .all<SumRow>()
  return results.map(({ provider, charges, currency, ...sums }) => ({
    provider,
    charges,
    charged: { minor: sums.charged, currency },
    refunded: { minor: sums.refunded, currency },
    lost: { minor: sums.lost, currency },
    total: { minor: sums.total, currency },
  }))
}

type MovementRow = Omit<Movement, 'kind' | 'amount' | 'fee' | 'vat' | 'receiptNumber'> & {
  readonly kind: Exclude<Movement['kind'], 'refund-failed'>
  readonly isFailedRefund: number
  readonly minor: number
  readonly currency: Currency
  readonly feeMinor: number | null
  readonly feeCurrency: Currency | null
  readonly vatMinor: number | null
  readonly receiptPrefix: string | null
  readonly receiptSerial: number | null
}

/** Rows of one query. D1 limits the time and the memory of a query. */
const pageSize = 5000

/** Returns the movements of a month, oldest first. They add up to the sums of `monthPayments`. */
export async function monthMovements({ db }: Reports, month: CalendarMonth): Promise<Movement[]> {
  const found: MovementRow[] = []
  for (;;) {
    const last = found.at(-1)
    const { results } = await db
      .prepare(movementSql)
      .bind(
        ...boundsOf(month),
        ...(last ? [last.at, last.provider, last.kind, last.id] : ['', '', '', '']),
      )
      .all<MovementRow>()
    found.push(...results)
    if (results.length < pageSize) break
  }
  return found.map(toMovement)
}

function toMovement({
  kind,
  isFailedRefund: isFailed,
  minor,
  currency,
  feeMinor,
  feeCurrency,
  vatMinor,
  receiptPrefix: prefix,
  receiptSerial: number,
  ...row
}: MovementRow): Movement {
  return {
    ...row,
    kind: isFailed === 1 ? 'refund-failed' : kind,
    amount: { minor, currency },
    receiptNumber: formatReceiptNumber({ prefix, number }),
    fee: feeMinor === null ? null : { minor: feeMinor, currency: feeCurrency ?? currency },
    vat: vatMinor === null ? null : { minor: vatMinor, currency },
  }
}

const movementSql = `SELECT f.at, f.kind, ${isFailedRefund} AS isFailedRefund, ${signed} AS minor,
    f.currency, f.provider, f.reference, f.id, f.invoice_id AS invoiceID, i.promocode,
    i.receipt_prefix AS receiptPrefix, i.receipt_number AS receiptSerial,
    f.fee_minor AS feeMinor, f.fee_currency AS feeCurrency,
    ${vatOfMovement} AS vatMinor,
    (SELECT group_concat(l.tariff_id, ' ') FROM invoice_lines l
      WHERE l.invoice_id = f.invoice_id AND l.replaced_by IS NULL) AS plans
  FROM payment_facts f INDEXED BY payment_facts_by_time
  LEFT JOIN invoices i ON i.id = f.invoice_id
  WHERE ${inMonth} AND (${orderOf('f')}) > (?3, ?4, ?5, ?6)
  ORDER BY ${orderOf('f')} LIMIT ${pageSize}`
