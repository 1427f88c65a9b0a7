import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { insertFact } from './ledger.ts'
import { heldReportMails, readHeldReports } from './held-reports.ts'
import { revertedRefundMail } from './refund-mails.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { orderForStaff } from './order-for-office.ts'
import type { ManualRefund } from './order-for-office.ts'
import { performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import { areLinesUnchanged } from './refund-order.ts'
import { refuseRefund } from './refund-outcomes.ts'
import { readRecords } from './refund-records.ts'
import { insertUnpaid, refundsToReopen, reopenRefund, unpaidByReversal } from './reopen-refunds.ts'
import type { StaffMember } from '../api/staff.ts'

type RefundReversal = ActionInput & {
  readonly invoiceID: string
  /** The time of the record, as in `OrderForStaff`. */
  readonly requestedAt: string
  readonly reason: string
}

/**
 * Reverts a recorded refund whose money came back, or that staff recorded by mistake. As after a
 * refund that failed at the bank, the ledger gets a charge with its id. The customer gets an email,
 * and keeps its lines and the lines of refused refunds that an amount had made. Refused refunds
 * that the record had made are open again, and so are the amounts that other returned lines lack.
 */
export async function revertRefund(
  context: ActionContext,
  staff: StaffMember,
  reversal: RefundReversal,
): Promise<ActionResult> {
  const { invoiceID, requestedAt, reason, ...input } = reversal
  const subject = { kind: 'invoice', id: invoiceID } as const
  const entered = { requestedAt, reason }
  const request = { ...input, action: 'revert-refund', subject, input: entered } as const
  return performAction(context, staff, request, async () => planReversal(context, staff, reversal))
}

async function planReversal(
  context: ActionContext,
  { name: actor }: StaffMember,
  { invoiceID, requestedAt, reason, idempotencyKey }: RefundReversal,
): Promise<Result<ActionPlan, ActionProblem>> {
  const order = await orderForStaff(context, invoiceID, defaultLocale)
  const refund = order?.manualRefunds.find((each) => each.requestedAt === requestedAt)
  const records = await readRecords(context.db, invoiceID)
  const recorded = records?.refunds.find((each) => each.id === refund?.id)
  if (!order || !refund || !records || !recorded)
    return err({ code: 'refused', reason: 'no-manual-refund' })
  const { id, reference, amount } = refund
  const { minor: amountMinor, currency } = amount
  const fact = { kind: 'charged', id, reference, invoiceID, amount, at: context.now } as const
  const made = { id, invoiceID, provider: manualProvider, reference, amountMinor, currency }
  const reopened = refundsToReopen(records, recorded, context.now)
  const parts = unpaidByReversal(records, recorded, context.now)
  const unpaid = { invoiceID, currency, parts, idempotencyKey, actor, reason }
  const positions = [recorded, ...reopened].flatMap((each) => each.positions)
  const mails = await revertMails(context, invoiceID, refund, positions)
  return ok({
    details: { amount: amountMinor, currency, transfer: reference, reason },
    effects: ({ at }) => [
      insertFact(context, { provider: manualProvider, fact, invoiceID }),
      context.db
        .prepare('UPDATE refunds SET accepted_at = NULL, cancelled_at = ? WHERE id = ?')
        .bind(at, id),
      ...reopened.flatMap((each) => reopenRefund(context, each)),
      ...insertUnpaid(context, unpaid),
      ...refuseRefund(context, { ...made, requestedAt }, 'reverted'),
      ...mails,
    ],
    condition: areLinesUnchanged(order),
  })
}

/**
 * Emails the customer that the refund was cancelled, unless a provider has reported the same money.
 * The email about the record then counts for that report, and other reports get their own emails.
 */
async function revertMails(
  context: ActionContext,
  invoiceID: string,
  { id, amount }: ManualRefund,
  positions: readonly number[],
): Promise<readonly D1PreparedStatement[]> {
  const reports = await readHeldReports(context.db, id)
  const { facts, reverted } = reports
  if (facts.length > reverted) return heldReportMails(context, invoiceID, reports, reverted + 1)
  return [await revertedRefundMail(context, { invoiceID, id, amount, positions })]
}
