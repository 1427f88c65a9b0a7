import { ok } from '../../domain/result.ts'
import { deliver } from '../orders/delivery.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import { findReplaceableLine, replaceLine } from './replace-line.ts'
import type { StaffMember } from './staff.ts'

type Reissue = ActionInput & {
  readonly invoiceID: string
  readonly position: number
  readonly reason: string
}

/**
 * Replaces an eSIM that cannot be installed with another eSIM of the same plan. Delivers it from
 * stock at once, or from a supplier within minutes. Marks the old profile as faulty.
 */
export async function reissueEsim(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, position, reason, ...input }: Reissue,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, action: 'reissue', subject, input: { position, reason } } as const
  const result = await performAction(context, staff, request, async () => {
    const found = await findReplaceableLine(context, { invoiceID, position })
    if (!found.ok) return found
    const { tariffID, amount, iccid } = found.value.line
    return ok({
      details: { line: position, replacedIccid: iccid, reason },
      effects: ({ at }) => [
        context.db.prepare('UPDATE stock SET faulty_at = ? WHERE iccid = ?').bind(at, iccid),
        ...replaceLine(context, found.value, {
          tariffID,
          amountMinor: amount.minor,
          rewardBase: null,
        }),
      ],
    })
  })
  if (result.ok) await deliver(context, invoiceID)
  return result
}
