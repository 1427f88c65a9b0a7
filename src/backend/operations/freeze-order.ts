import { err, ok } from '../../domain/result.ts'
import { deliver } from '../orders/delivery.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { StaffMember } from './staff.ts'

type Freeze = ActionInput & { readonly invoiceID: string; readonly reason: string }

/**
 * Stops the delivery and automatic refunds of an order, and hides its activation codes, until staff
 * unfreeze it.
 */
export async function freezeOrder(
  context: ActionContext,
  staff: StaffMember,
  freeze: Freeze,
): Promise<ActionResult> {
  return setFrozen(context, staff, { ...freeze, action: 'freeze' })
}

/** Unfreezes an order, and delivers its waiting lines from stock. */
export async function unfreezeOrder(
  context: ActionContext,
  staff: StaffMember,
  freeze: Freeze,
): Promise<ActionResult> {
  const result = await setFrozen(context, staff, { ...freeze, action: 'unfreeze' })
  if (result.ok) await deliver(context, freeze.invoiceID)
  return result
}

async function setFrozen(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, reason, ...input }: Freeze & { readonly action: 'freeze' | 'unfreeze' },
): Promise<ActionResult> {
  const { db } = context
  const isFreezing = input.action === 'freeze'
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, subject, input: { reason } } as const
  return performAction(context, staff, request, async () => {
    const isFrozen = await db
      .prepare('SELECT frozen_at IS NOT NULL AS is_frozen FROM invoices WHERE id = ?')
      .bind(invoiceID)
      .first<number>('is_frozen')
    if (Boolean(isFrozen) === isFreezing)
      return err({ code: 'refused', reason: isFreezing ? 'frozen' : 'not-frozen' })
    return ok({
      details: { reason },
      effects: ({ at }) => [
        db
          .prepare('UPDATE invoices SET frozen_at = ? WHERE id = ?')
          .bind(isFreezing ? at : null, invoiceID),
      ],
    })
  })
}
