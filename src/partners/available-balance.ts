import type { BackendConfig } from '../settings.ts'
import { dayMs, isoAfter, isoBefore } from '../kit/time.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { sql, type Sql } from '../kit/sql.ts'

/**
 * Returns SQL for the amount that a partner may withdraw, in cents. It excludes transactions of
 * orders whose reward is newer than `onHold`, because these orders may still be refunded.
 */
export function availableSql(partner: string, onHold: string): Sql {
  return sql`SELECT coalesce(sum(t.amount_minor), 0) FROM partner_transactions t
    WHERE t.partner_id = ${partner} AND NOT EXISTS (
      SELECT 1 FROM partner_transactions reward WHERE reward.order_id = t.order_id
        AND reward.type = 'reward' AND reward.created_at > ${onHold})`
}

/**
 * Returns SQL for the time from which the first order's reward is on hold. It is null when no
 * reward is on hold. The newest reward of an order counts, because a partial refund reverses a
 * reward and books another one.
 */
export function firstOnHoldSql(partner: string, onHold: string): Sql {
  return sql`SELECT min(newest) FROM (
    SELECT max(created_at) FILTER (WHERE type = 'reward') AS newest FROM partner_transactions
    WHERE partner_id = ${partner} AND order_id IS NOT NULL GROUP BY order_id
    HAVING sum(CASE type WHEN 'reward' THEN 1 ELSE -1 END) > 0 AND newest > ${onHold})`
}

/** Rewards after this time are on hold. */
export function holdStart({ REWARD_HOLD_DAYS }: BackendConfig, now: Date): string {
  return isoBefore(now, REWARD_HOLD_DAYS * dayMs)
}

/** Returns the UTC time at which a reward that was earned at `time` becomes available. */
export function availableFrom({ REWARD_HOLD_DAYS }: BackendConfig, time: string): string {
  return isoAfter(new Date(time), REWARD_HOLD_DAYS * dayMs)
}

/** Rewards and withdrawals are in US dollars (specification, section 9). */
export const partnerCurrency: Currency = 'USD'

export function partnerMoney(minor: number): Money {
  return { minor, currency: partnerCurrency }
}

/** The minimum balance for a withdrawal, $30 (specification, sections 5 and 9). */
export const minimumWithdrawal = partnerMoney(3000)
