import type { BackendConfig } from '../settings.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'
import { isKnownBrowser } from '../accounts/known-browsers.ts'
import { prepare, readRow, sql } from '../kit/sql.ts'

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
  const booked = sql`(SELECT coalesce(sum(CASE t.type WHEN 'reward' THEN 1 ELSE -1 END), 0)
    FROM partner_transactions t WHERE t.order_id = i.id)`
  // 1 after the delivery, unless the money was returned.
  const earned = sql`(SELECT count(*) FROM order_states s
    WHERE s.order_id = ${invoiceID} AND s.status IN ('success', 'disputed') AND s.waiting_lines = 0
      AND EXISTS (SELECT 1 FROM line_states l WHERE l.order_id = ${invoiceID} AND l.is_delivered))`
  const base = sql`(SELECT coalesce(sum(l.reward_base), 0) FROM line_states l
    WHERE l.order_id = ${invoiceID} AND NOT l.is_returned)`
  const bookedBase = sql`(SELECT sum(b.reward_base) FROM partner_transactions b
    WHERE b.order_id = ${invoiceID})`
  return [
    prepare(db)`INSERT INTO partner_transactions
        (id, partner_id, type, order_id, amount_minor, reward_base, created_at)
      SELECT ${secretID()}, t.partner_id, 'reversal', i.id, -sum(t.amount_minor),
        -sum(t.reward_base), ${now}
      FROM orders i JOIN partner_transactions t ON t.order_id = i.id
      WHERE i.id = ${invoiceID} AND ${booked} = 1
        AND (${earned} = 0 OR ${bookedBase} <> ${base})
      GROUP BY t.partner_id`,
    prepare(db)`INSERT INTO partner_transactions
        (id, partner_id, type, order_id, amount_minor, reward_base, created_at)
      SELECT ${secretID()}, r.id, 'reward', i.id, CAST(${base} * ${hundredths} / 10000 AS INTEGER),
        ${base}, ${now}
      FROM orders i JOIN partners r ON r.code = i.referral_code
      WHERE i.id = ${invoiceID} AND ${booked} = 0 AND ${earned} = 1`,
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
  const partner = await readRow<{ phone: string }>(context.db)`SELECT phone FROM partners
    WHERE code = ${code}`
  if (partner === null) return code
  const isOwn = await isKnownBrowser(context, { kind: 'sms', to: partner.phone }, nonce)
  return isOwn ? undefined : code
}
