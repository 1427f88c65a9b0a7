import { partnerCurrency } from '../../domain/partner-money.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { defaultLocale } from '../../locale/locales.ts'
import { deliver } from '../orders/delivery.ts'
import { readPlans } from '../orders/order-lines.ts'
import { performAction } from './perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from './perform-action.ts'
import { sendRefundsOf } from './refund-invoice.ts'
import { refundStatements } from './refunds.ts'
import { findReplaceableLine, replaceLine } from './replace-line.ts'
import type { StaffMember } from './staff.ts'

type Exchange = ActionInput & {
  readonly invoiceID: string
  readonly position: number
  /** The new plan. It costs at most the price of the line. */
  readonly tariffID: string
  readonly reason: string
}

/** Replaces an unused eSIM with an eSIM of another plan, and refunds the difference in price. */
export async function exchangePlan(
  context: ActionContext,
  staff: StaffMember,
  exchange: Exchange,
): Promise<ActionResult> {
  const { invoiceID, position, tariffID, reason, idempotencyKey, version } = exchange
  const subject = { kind: 'invoice', id: invoiceID } as const
  const input = { position, tariffID, reason }
  const request = { action: 'exchange', subject, idempotencyKey, version, input } as const
  const result = await performAction(context, staff, request, async () =>
    planExchange(context, staff, exchange),
  )
  if (!result.ok) return result
  if (context.providers.length > 0) await sendRefundsOf(context, idempotencyKey)
  await deliver(context, invoiceID)
  return result
}

async function planExchange(
  context: ActionContext,
  staff: StaffMember,
  exchange: Exchange,
): Promise<Result<ActionPlan, ActionProblem>> {
  const { invoiceID, position, tariffID, reason } = exchange
  const found = await findReplaceableLine(context, { invoiceID, position })
  if (!found.ok) return found
  const { line } = found.value
  const { currency } = line.amount
  if (line.tariffID === tariffID) return err({ code: 'refused', reason: 'same-plan' })
  const plan = (await readPlans(context.db, [tariffID], defaultLocale)).get(tariffID)
  const price = plan?.prices[currency]
  if (!plan || price === undefined || plan.count === 0)
    return err({ code: 'refused', reason: 'not-on-sale' })
  const difference = line.amount.minor - price
  if (difference < 0) return err({ code: 'refused', reason: 'dearer' })
  const refund = await refundDifference(context, staff, exchange, difference)
  if (refund === null) return err({ code: 'refused', reason: 'more-than-held' })
  const amount = difference
  const rewardBase = plan.prices[partnerCurrency] ?? 0
  return ok({
    details: { line: position, from: line.tariffID, to: tariffID, amount, currency, reason },
    effects: () => [
      ...refund,
      ...replaceLine(context, found.value, { tariffID, amountMinor: price, rewardBase }),
    ],
  })
}

/** Returns null when the payments contain less money than the difference. */
async function refundDifference(
  context: ActionContext,
  { name }: StaffMember,
  { invoiceID, idempotencyKey }: Exchange,
  amountMinor: number,
): Promise<readonly D1PreparedStatement[] | null> {
  if (amountMinor === 0) return []
  return refundStatements(context, {
    invoiceID,
    amountMinor,
    positions: [],
    reason: 'exchanged',
    actor: name,
    idempotencyKey,
  })
}
