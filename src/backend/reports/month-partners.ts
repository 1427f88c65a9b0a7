import { boundsOf } from '../../domain/month.ts'
import type { CalendarMonth } from '../../domain/month.ts'
import type { Money } from '../../domain/money.ts'
import { partnerCurrency } from '../../domain/partner-money.ts'
import type { BackendContext } from '../context.ts'

export type MonthPartners = {
  readonly rewards: Money
  /** Rewards taken back, because their orders were refunded. Negative or zero. */
  readonly reversals: Money
  /** Corrections by staff. */
  readonly corrections: Money
  /** Withdrawals that were marked as paid. */
  readonly paid: Money
  /** The debt of the shop at the end of the month: balances, and withdrawals that are not paid. */
  readonly owed: Money
}

type PartnerSums = { readonly [name in keyof MonthPartners]: number }

export async function monthPartners(
  { db }: Pick<BackendContext, 'db'>,
  month: CalendarMonth,
): Promise<MonthPartners> {
  const sums = await db
    .prepare(partnersSql)
    .bind(...boundsOf(month))
    .first<PartnerSums>()
  const money = (name: keyof PartnerSums) => ({
    minor: sums?.[name] ?? 0,
    currency: partnerCurrency,
  })
  return {
    rewards: money('rewards'),
    reversals: money('reversals'),
    corrections: money('corrections'),
    paid: money('paid'),
    owed: money('owed'),
  }
}

/** SQL: a sum of the month's transactions of a type. */
const sumOfType = (type: string) => `coalesce(sum(t.amount_minor)
  FILTER (WHERE t.type = '${type}' AND t.created_at >= ?1), 0)`

/** SQL: a time is unknown, or after the month. */
const isLater = (time: string) => `coalesce(${time} >= ?2, TRUE)`

// A rejected withdrawal has a transaction that returns its amount, so only open ones are added.
const partnersSql = `SELECT ${sumOfType('reward')} AS rewards, ${sumOfType('reversal')} AS reversals,
    ${sumOfType('adjustment')} AS corrections,
    coalesce(sum(-t.amount_minor) FILTER (WHERE t.type = 'withdrawal'
      AND t.paid_at >= ?1 AND t.paid_at < ?2), 0) AS paid,
    coalesce(sum(t.amount_minor), 0) - coalesce(sum(t.amount_minor) FILTER (
      WHERE t.type = 'withdrawal' AND ${isLater('t.paid_at')} AND ${isLater('t.rejected_at')}), 0)
      AS owed
  FROM referrer_transactions t WHERE t.created_at < ?2`
