import { boundsOf, type CalendarMonth } from '../kit/time.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { formatReceiptNumber } from '../kit/receipt-number.ts'
import type { DatabaseContext } from '../context.ts'
import { feesOfMonth, hasFee, orderOfMovement, movements, signed } from './recorded-movements.ts'

/** The sums that the shop recorded of a payment provider in a month, in one currency. */
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

/** A movement of money that a payment provider reported, or the late fee of an earlier charge. */
export type Movement = {
  /** Time at which the shop recorded it. */
  readonly at: string
  readonly kind: 'charged' | 'refunded' | 'refund-failed' | 'dispute-lost' | 'dispute-won' | 'fee'
  /** Negative when the money left the shop. Null for a fee. */
  readonly amount: Money | null
  readonly provider: string
  /** Time of the charge, refund or dispute at the provider. */
  readonly movedAt: string
  /** The provider's references of the payment, and of the charge, refund or dispute. */
  readonly reference: string
  readonly id: string
  /** Null for money that belongs to no order. */
  readonly invoiceID: string | null
  /** Null for money that belongs to no paid order. */
  readonly receiptNumber: string | null
  /** Ids of the plans that were ordered, separated by spaces. */
  readonly plans: string | null
  readonly promocode: string | null
  /** The provider's fee. Null if it is unknown, or the movement has none. */
  readonly fee: Money | null
}

type Reports = DatabaseContext

type SumRow = Pick<MonthPayments, 'provider' | 'charges'> & {
  readonly currency: Currency
  readonly charged: number
  readonly refunded: number
  readonly lost: number
  readonly total: number
}

/** Adds up the payments of a month by provider and currency, including money without an order. */
export async function monthPayments(
  { db }: Reports,
  month: CalendarMonth,
): Promise<MonthPayments[]> {
  const { results } = await db
    .prepare(
      `SELECT moved.provider, moved.currency, count(*) FILTER (WHERE moved.kind = 'charged') AS charges,
        coalesce(sum(moved.amount_minor) FILTER (WHERE moved.kind = 'charged'), 0) AS charged,
        coalesce(sum(-${signed}) FILTER (WHERE moved.kind LIKE 'refund%'), 0)
          AS refunded,
        coalesce(sum(-${signed}) FILTER (WHERE moved.kind LIKE 'dispute-%'), 0) AS lost,
        sum(${signed}) AS total
      FROM ${movements} moved GROUP BY moved.provider, moved.currency
      ORDER BY moved.provider, moved.currency`,
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

type MovementRow = Omit<Movement, 'amount' | 'fee' | 'receiptNumber'> & {
  readonly minor: number
  readonly currency: Currency
  readonly feeMinor: number | null
  readonly feeCurrency: Currency | null
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
  minor,
  currency,
  feeMinor,
  feeCurrency,
  receiptPrefix: prefix,
  receiptSerial: number,
  ...row
}: MovementRow): Movement {
  return {
    ...row,
    amount: row.kind === 'fee' ? null : { minor, currency },
    receiptNumber: formatReceiptNumber({ prefix, number }),
    fee: feeMinor === null ? null : { minor: feeMinor, currency: feeCurrency ?? currency },
  }
}

const movementSql = `SELECT moved.recorded_at AS at, moved.movement AS kind, moved.at AS movedAt,
    ${signed} AS minor, moved.currency, moved.provider,
    moved.reference, moved.id, i.id AS invoiceID, i.promocode, i.receipt_prefix AS receiptPrefix,
    iif(i.paid_at < ?2, i.receipt_number, NULL) AS receiptSerial,
    iif(${hasFee}, moved.fee_minor, NULL) AS feeMinor, moved.fee_currency AS feeCurrency,
    (SELECT group_concat(l.plan_id, ' ') FROM order_lines l
      WHERE l.order_id = i.id AND NOT EXISTS (SELECT 1 FROM order_lines ordered
        WHERE ordered.order_id = l.order_id AND ordered.replaced_by = l.position)) AS plans
  FROM (SELECT moved.*, moved.kind AS movement FROM ${movements} moved
    UNION ALL
    SELECT moved.*, moved.fee_received_at, 'fee' FROM ${feesOfMonth}
      AND moved.received_at < ?1) moved
  LEFT JOIN orders i ON i.id = ${orderOfMovement}
  WHERE (moved.recorded_at, moved.provider, moved.movement, moved.id) > (?3, ?4, ?5, ?6)
  ORDER BY moved.recorded_at, moved.provider, moved.movement, moved.id LIMIT ${pageSize}`
