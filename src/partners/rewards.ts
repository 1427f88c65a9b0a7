import type { BackendConfig } from '../settings.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'
import { isKnownBrowser } from '../accounts/known-browsers.ts'

/** SQL: 1 if the order's reward is booked, 0 if it is not booked or was reversed. */
const booked = `(SELECT coalesce(sum(CASE t.type WHEN 'reward' THEN 1 ELSE -1 END), 0)
  FROM partner_transactions t WHERE t.order_id = i.id)`

/** SQL: 1 if the order has earned a reward, 0 before delivery or after its money was returned. */
const earned = `(SELECT count(*) FROM order_states s
  WHERE s.order_id = ?1 AND s.status IN ('success', 'disputed') AND s.waiting_lines = 0
    AND EXISTS (SELECT 1 FROM line_states l WHERE l.order_id = ?1 AND l.is_delivered))`

/** SQL: the `reward_base` of the lines that are not returned. */
const rewardBase = `(SELECT coalesce(sum(l.reward_base), 0) FROM line_states l
  WHERE l.order_id = ?1 AND NOT l.is_returned)`

/** SQL: the `reward_base` of the booked reward. */
const bookedBase = `(SELECT sum(b.reward_base) FROM partner_transactions b
  WHERE b.order_id = ?1)`

/**
 * Returns statements that book the reward of a delivered order, or reverse it when the money was
 * returned. When the returned lines have changed, the reward is booked again for the other lines.
 * Run them in the transaction that changes the order. A repeated run changes nothing. A reward is
 * a share of the plans' prices in the partners' currency, rounded down to the minor unit.
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
        `INSERT INTO partner_transactions
          (id, partner_id, type, order_id, amount_minor, reward_base, created_at)
        SELECT ?3, t.partner_id, 'reversal', i.id, -sum(t.amount_minor), -sum(t.reward_base), ?2
        FROM orders i JOIN partner_transactions t ON t.order_id = i.id
        WHERE i.id = ?1 AND ${booked} = 1 AND (${earned} = 0 OR ${bookedBase} <> ${rewardBase})
        GROUP BY t.partner_id`,
      )
      .bind(invoiceID, now.toISOString(), secretID()),
    db
      .prepare(
        `INSERT INTO partner_transactions
          (id, partner_id, type, order_id, amount_minor, reward_base, created_at)
        SELECT ?4, r.id, 'reward', i.id, CAST(${rewardBase} * ?2 / 10000 AS INTEGER),
          ${rewardBase}, ?3
        FROM orders i JOIN partners r ON r.code = i.referral_code
        WHERE i.id = ?1 AND ${booked} = 0 AND ${earned} = 1`,
      )
      .bind(invoiceID, hundredths, now.toISOString(), secretID()),
  ]
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
  const partner = await context.db
    .prepare('SELECT phone FROM partners WHERE code = ?')
    .bind(code)
    .first<{ phone: string }>()
  if (partner === null) return code
  const isOwn = await isKnownBrowser(context, { kind: 'sms', to: partner.phone }, nonce)
  return isOwn ? undefined : code
}
