import type { BackendConfig } from '../../config/backend-config.ts'
import { secretID } from '../../domain/secret-id.ts'

/**
 * Statements that book the reward of a paid invoice and reverse it when the invoice is refunded.
 * Run them in the transaction that changes the invoice; running them again changes nothing. A
 * reward is a share of the plan's price in the partners' currency, rounded down to the minor unit.
 */
export function rewardStatements(
  db: D1Database,
  { REWARD_PERCENT }: Pick<BackendConfig, 'REWARD_PERCENT'>,
  invoiceID: string,
  now: Date,
): D1PreparedStatement[] {
  // Integers only: as a float, 4.56 % of $12.50 is a little less than 57 cents.
  const hundredths = Math.round(REWARD_PERCENT * 100)
  return [
    db
      .prepare(
        `INSERT INTO referrer_transactions
          (id, referrer_id, type, invoice_id, amount_minor, created_at)
        SELECT ?4, r.id, 'reward', i.id, CAST(i.reward_base * ?2 / 10000 AS INTEGER), ?3
        FROM invoices i JOIN referrers r ON r.code = i.referral_code
        WHERE i.id = ?1 AND i.status IN ('paid', 'success')
        ON CONFLICT (invoice_id, type) DO NOTHING`,
      )
      .bind(invoiceID, hundredths, now.toISOString(), secretID()),
    db
      .prepare(
        `INSERT INTO referrer_transactions
          (id, referrer_id, type, invoice_id, amount_minor, created_at)
        SELECT ?3, t.referrer_id, 'reversal', i.id, -t.amount_minor, ?2
        FROM invoices i JOIN referrer_transactions t ON t.invoice_id = i.id AND t.type = 'reward'
        WHERE i.id = ?1 AND i.status = 'refunded' ON CONFLICT (invoice_id, type) DO NOTHING`,
      )
      .bind(invoiceID, now.toISOString(), secretID()),
  ]
}
