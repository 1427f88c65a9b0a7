import type { Money } from '../kit/money.shared.ts'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { dayOf, hourMs, timeAfter } from '../kit/time.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { insertFact } from './ledger.ts'
import { refundsInDashboard } from './doubted-refunds.ts'
import { amountRefundMail, lineRefundMail, refundMail } from './refund-mails.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { orderForStaff } from './order-for-office.ts'
import type { OrderForStaff } from './order-for-office.ts'
import { isTrue, performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import { areLinesUnchanged, detailsOf, inputOf, shareOf } from './refund-order.ts'
import type { RefundScope } from './refund-order.ts'
import { returnProfiles } from './refund-outcomes.ts'
import { manualRefundStatements } from './refunds.ts'
import type { StaffMember } from '../api/staff.ts'

type MadeRefund = ActionInput & {
  readonly invoiceID: string
  readonly scope: RefundScope
  /** The UTC date on which the money was returned. */
  readonly returnedOn: string
  /** The reference of the transfer, such as its number at the bank. No personal data. */
  readonly transfer: string
  readonly reason: string
  /** Staff have confirmed that the provider's refund of the same amount is another one. */
  readonly isConfirmed: boolean
}

/**
 * The latest time zone is 14 hours ahead of UTC, so its date can be tomorrow in UTC. Later dates
 * are typing errors.
 */
const latestTimeZone = 14 * hourMs

/**
 * Records once that the shop returned money outside of the payment providers. It takes the same
 * effect as a refund that a provider has made. An amount that a provider has reported as refunded
 * needs a confirmation, because the same money would count twice.
 */
export async function recordRefund(
  context: ActionContext,
  staff: StaffMember,
  refund: MadeRefund,
): Promise<ActionResult> {
  const { invoiceID, idempotencyKey, version, isConfirmed } = refund
  const { scope, returnedOn, transfer, reason } = refund
  const subject = { kind: 'invoice', id: invoiceID } as const
  const input = { ...inputOf(scope), returnedOn, transfer, reason, isConfirmed }
  const request = { action: 'record-refund', subject, idempotencyKey, version, input } as const
  return performAction(context, staff, request, async () => planRecord(context, staff, refund))
}

async function planRecord(
  context: ActionContext,
  staff: StaffMember,
  refund: MadeRefund,
): Promise<Result<ActionPlan, ActionProblem>> {
  const { invoiceID, scope, returnedOn, transfer, reason } = refund
  const order = await orderForStaff(context, invoiceID, defaultLocale)
  if (!order) return err({ code: 'not-found' })
  if (!isPossibleDay(context.now, order, returnedOn))
    return err({ code: 'refused', reason: 'impossible-day' })
  const share = shareOf(order, scope)
  if (!share.ok) return share
  const { minor, positions } = share.value
  if (minor === 0) return err({ code: 'refused', reason: 'nothing-to-refund' })
  if (minor > order.unrefunded.minor) return err({ code: 'refused', reason: 'more-than-held' })
  if (!refund.isConfirmed && (await isReported(context, invoiceID, minor)))
    return err({ code: 'refused', reason: 'reported-by-provider' })
  const statements = await recordStatements(context, staff, refund, {
    amount: { ...order.amount, minor },
    positions,
  })
  return ok({
    details: { ...detailsOf(order, scope, share.value), returnedOn, transfer, reason },
    effects: () => statements,
    condition: areLinesUnchanged(order),
  })
}

async function isReported(
  { db }: ActionContext,
  invoiceID: string,
  minor: number,
): Promise<boolean> {
  const count = refundsInDashboard({ invoice: '?1', minor: '?2', since: `''` })
  return isTrue(db, { sql: `${count} > 0`, params: [invoiceID, minor] })
}

/** Returns whether money for the order can have been returned on a day. */
function isPossibleDay(
  now: Date,
  { createdAt }: Pick<OrderForStaff, 'createdAt'>,
  day: string,
): boolean {
  return day >= createdAt.slice(0, day.length) && day <= dayOf(timeAfter(now, latestTimeZone))
}

async function recordStatements(
  context: ActionContext,
  { name: actor }: StaffMember,
  { invoiceID, idempotencyKey, returnedOn, transfer: reference, reason, isConfirmed }: MadeRefund,
  { amount, positions }: { readonly amount: Money; readonly positions: readonly number[] },
): Promise<readonly D1PreparedStatement[]> {
  const { db, now } = context
  const requestedAt = now.toISOString()
  const id = `${idempotencyKey}/1`
  const at = new Date(`${returnedOn}T00:00:00Z`)
  const fact = { kind: 'refunded', id, reference, invoiceID, amount, at } as const
  const request = { invoiceID, positions, blocksEsims: true, reason, actor, idempotencyKey }
  return [
    insertFact(context, { provider: manualProvider, fact, invoiceID }),
    ...manualRefundStatements(
      context,
      { ...request, amountMinor: amount.minor, isConfirmed },
      fact,
    ),
    returnProfiles(db, { invoiceID, requestedAt }, now),
    await refundMail(context, invoiceID),
    await lineRefundMail(context, {
      invoiceID,
      key: idempotencyKey,
      returnedAt: requestedAt,
      lines: positions.length > 0 ? `l.position IN (${positions.join(', ')})` : 'FALSE',
    }),
    ...(await amountRefundMail(context, {
      invoiceID,
      key: idempotencyKey,
      returnedAt: requestedAt,
      amount,
    })),
  ]
}
