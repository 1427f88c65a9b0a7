import type { BackendConfig } from '../settings.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'
import { isKnownBrowser } from '../accounts/known-browsers.ts'

/** SQL: 1 if the invoice's reward is booked, 0 if it is not booked or was reversed. */
const booked = `(SELECT coalesce(sum(CASE t.type WHEN 'reward' THEN 1 ELSE -1 END), 0)
  FROM referrer_transactions t WHERE t.invoice_id = i.id)`

/** SQL: 1 if the invoice has earned a reward, 0 before delivery or after its money was returned. */
const earned = `(SELECT count(*) FROM invoice_states s
  WHERE s.invoice_id = ?1 AND s.status IN ('success', 'disputed') AND s.waiting_lines = 0
    AND (EXISTS (SELECT 1 FROM esims e WHERE e.invoice_id = ?1)
      OR EXISTS (SELECT 1 FROM supplier_orders o
        WHERE o.invoice_id = ?1 AND o.kind = 'top-up' AND o.status = 'done')))`

/**
 * Returns statements that book the reward of a delivered invoice, or reverse it when the money was
 * returned. Run them in the transaction that changes the invoice. A repeated run changes nothing.
 * A reward is a share of the plans' prices in the partners' currency, rounded down to the minor
 * unit.
 */
export function rewardStatements(
  db: D1Database,
  { REWARD_PERCENT }: Pick<BackendConfig, 'REWARD_PERCENT'>,
  invoiceID: string,
  now: Date,
): D1PreparedStatement[] {
  // An integer, because with floats 4.56 % of $12.50 is a little less than 57 cents.
  const hundredths = Math.round(REWARD_PERCENT * 100)
  return [
    db
      .prepare(
        `INSERT INTO referrer_transactions
          (id, referrer_id, type, invoice_id, amount_minor, created_at)
        SELECT ?4, r.id, 'reward', i.id, CAST((
          SELECT coalesce(sum(l.reward_base), 0) FROM invoice_lines l
          WHERE l.invoice_id = i.id AND l.refund_requested_at IS NULL) * ?2 / 10000 AS INTEGER), ?3
        FROM invoices i JOIN referrers r ON r.code = i.referral_code
        WHERE i.id = ?1 AND ${booked} = 0 AND ${earned} = 1`,
      )
      .bind(invoiceID, hundredths, now.toISOString(), secretID()),
    reverseReward(db, invoiceID, now, { sql: `${earned} = 0` }),
  ]
}

/**
 * Returns a statement that reverses the reward of an invoice on a condition. In the condition, ?1
 * is the invoice, ?2 is `now`, and `params` start at ?4. Run the statement before
 * `rewardStatements` when the lines to refund change. The reward is then booked for other lines.
 */
export function reverseReward(
  db: D1Database,
  invoiceID: string,
  now: Date,
  { sql, params = [] }: { readonly sql: string; readonly params?: readonly string[] },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO referrer_transactions
        (id, referrer_id, type, invoice_id, amount_minor, created_at)
      SELECT ?3, t.referrer_id, 'reversal', i.id, -sum(t.amount_minor), ?2
      FROM invoices i JOIN referrer_transactions t ON t.invoice_id = i.id
      WHERE i.id = ?1 AND ${booked} = 1 AND ${sql} GROUP BY t.referrer_id`,
    )
    .bind(invoiceID, now.toISOString(), secretID(), ...params)
}

type ReferredOrder = {
  readonly referralCode?: string | undefined
  /** The sign-in nonce of the buyer's browser, if any. */
  readonly nonce?: string | undefined
}

/**
 * Returns the referral code that earns a reward for an order. Returns undefined when the partner
 * has signed in with the buyer's browser, because partners get no reward for their own purchases.
 */
export async function earningCode(
  context: BackendContext,
  { referralCode, nonce }: ReferredOrder,
): Promise<string | undefined> {
  // Codes have no upper-case letters, but a link may be typed or printed in upper case.
  const code = referralCode?.toLowerCase()
  if (code === undefined || nonce === undefined) return code
  const referrer = await context.db
    .prepare('SELECT phone FROM referrers WHERE code = ?')
    .bind(code)
    .first<{ phone: string }>()
  if (referrer === null) return code
  const isOwn = await isKnownBrowser(context, { kind: 'sms', to: referrer.phone }, nonce)
  return isOwn ? undefined : code
}
