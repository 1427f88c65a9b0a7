import { partnerCurrency } from '../../domain/partner-money.ts'
import { err, ok } from '../../domain/result.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { StaffMember } from './staff.ts'

type Adjustment = ActionInput & {
  readonly referrerID: string
  /** In cents. Negative to reduce the balance. */
  readonly amountMinor: number
  readonly reason: string
}

/**
 * Corrects the balance of a partner. The balance may become negative, as after a reversed reward.
 */
export async function adjustBalance(
  context: ActionContext,
  staff: StaffMember,
  { referrerID, amountMinor, reason, ...form }: Adjustment,
): Promise<ActionResult> {
  const subject = { kind: 'partner', id: referrerID } as const
  const input = { amountMinor, reason }
  return performAction(context, staff, { ...form, action: 'adjust', subject, input }, async () => {
    if (amountMinor === 0) return err({ code: 'refused', reason: 'no-amount' })
    return ok({
      details: { amount: amountMinor, currency: partnerCurrency, reason },
      effects: ({ id, at }) => [
        context.db
          .prepare(
            `INSERT INTO referrer_transactions (id, referrer_id, type, amount_minor, created_at)
            VALUES (?, ?, 'adjustment', ?, ?)`,
          )
          .bind(id, referrerID, amountMinor, at),
      ],
    })
  })
}
