import type { BackendConfig } from '../../config/backend-config.ts'

/**
 * SQL of the sum a partner may withdraw, in cents: all transactions but those of orders whose
 * reward is younger than `?held`. Until then the order may still be refunded.
 */
export function availableSql(referrer: string, held: string): string {
  return `SELECT coalesce(sum(t.amount_minor), 0) FROM referrer_transactions t
    WHERE t.referrer_id = ${referrer} AND NOT EXISTS (
      SELECT 1 FROM referrer_transactions reward WHERE reward.invoice_id = t.invoice_id
        AND reward.type = 'reward' AND reward.created_at > ${held})`
}

/** Rewards after this time are on hold. */
export function heldSince({ REWARD_HOLD_DAYS }: BackendConfig, now: Date): string {
  return new Date(now.getTime() - REWARD_HOLD_DAYS * 86_400_000).toISOString()
}
