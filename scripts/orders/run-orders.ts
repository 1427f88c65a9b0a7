import { addNote } from '../../src/backend/operations/add-note.ts'
import { correctAddress } from '../../src/backend/operations/correct-address.ts'
import { exchangePlan } from '../../src/backend/operations/exchange-plan.ts'
import { freezeOrder, unfreezeOrder } from '../../src/backend/operations/freeze-order.ts'
import { orderForStaff } from '../../src/backend/operations/order-for-staff.ts'
import type { OrderForStaff } from '../../src/backend/operations/order-for-staff.ts'
import { orderTimeline } from '../../src/backend/operations/order-timeline.ts'
import type {
  ActionContext,
  ActionInput,
  ActionResult,
} from '../../src/backend/operations/perform-action.ts'
import { recordRefund } from '../../src/backend/operations/record-refund.ts'
import { redirectGift } from '../../src/backend/operations/redirect-gift.ts'
import { refundOrder } from '../../src/backend/operations/refund-order.ts'
import type { RefundScope } from '../../src/backend/operations/refund-order.ts'
import { reissueEsim } from '../../src/backend/operations/reissue-esim.ts'
import { resendMail } from '../../src/backend/operations/resend-mail.ts'
import { resendReceipt } from '../../src/backend/operations/resend-receipt.ts'
import { searchOrders } from '../../src/backend/operations/search-orders.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import { parseMoney } from '../../src/domain/money.ts'
import type { Currency } from '../../src/domain/money.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { outcomeOf } from '../staff/action-outcome.ts'
import { decideRefund, describeDecision } from './decide-refund.ts'
import { describeFound, describeLine, describeOrder } from './describe-order.ts'
import { describeFailed, resendFailed } from './resend-failed.ts'
import type { CommandScope, OrderChange, OrdersCommand, Replacement } from './orders-arguments.ts'

/** Runs a command, and returns the output. Throws an error with the reason when it is refused. */
export async function runOrders(
  context: ActionContext,
  staff: StaffMember,
  command: OrdersCommand,
): Promise<string[]> {
  if (command.action === 'find')
    return describeFound(await searchOrders(context, command.query, command.after))
  if (command.action === 'failed') return describeFailed(context, command)
  if (command.action === 'resend-failed') return resendFailed(context, staff, command)
  const order = await findOrder(context, command.order)
  if (command.action === 'show')
    return describeOrder(order, await orderTimeline(context, order.invoiceID))
  if (command.action === 'reissue' || command.action === 'exchange')
    await checkUse(context, order, command)
  const outcome = outcomeOf(await change(context, staff, order, command))
  return [
    ...outcome,
    ...(await describeDecision(context, order, command.action)),
    ...(await describeNewLine(context, order, command.action)),
  ]
}

/** Returns the order with this id, or with an id that begins with `name`. */
async function findOrder(context: ActionContext, name: string): Promise<OrderForStaff> {
  const { orders } = await searchOrders(context, name)
  const [match, ...others] = orders.filter(({ invoiceID }) => invoiceID.startsWith(name))
  if (others.length > 0) throw new Error(`Several orders begin with ${name}. Give the whole id.`)
  const order = match && (await orderForStaff(context, match.invoiceID, 'en'))
  if (!order) throw new Error(`There is no order ${name}. Find it with: npm run orders -- find`)
  return order
}

/** Describes the line that replaces another one. The details of the action name the replaced one. */
async function describeNewLine(
  context: ActionContext,
  { invoiceID }: OrderForStaff,
  action: OrderChange['action'],
): Promise<string[]> {
  if (action !== 'reissue' && action !== 'exchange') return []
  const order = await orderForStaff(context, invoiceID, 'en')
  const line = order?.lines.at(-1)
  return line === undefined ? [] : [`The new line: ${describeLine(line)}`]
}

/** A command has no secrets of suppliers, so it cannot look up whether an eSIM has been used. */
async function checkUse(
  { db }: ActionContext,
  order: OrderForStaff,
  { line, isConfirmed }: Pick<Replacement, 'line' | 'isConfirmed'>,
): Promise<void> {
  if (isConfirmed) return
  const supplier = await db
    .prepare(
      `SELECT supplier FROM supplier_orders
      WHERE invoice_id = ? AND line_position = ? AND kind = 'plan' AND status = 'done'`,
    )
    .bind(order.invoiceID, lineToReplace(order, { line }))
    .first<string>('supplier')
  if (supplier !== null)
    throw new Error(
      `Only the back office can look up at ${supplier} whether the eSIM has been used. Replace it there, or look it up there yourself and add --yes.`,
    )
}

/**
 * Returns the position of the line to replace. Throws when the command names no line of an order
 * with several lines. Returned lines do not count, unless there is no other line.
 */
function lineToReplace({ lines }: OrderForStaff, { line }: Pick<Replacement, 'line'>): number {
  if (line !== null) return line
  const kept = lines.filter(({ isReturned }) => !isReturned)
  const [only, ...others] = kept.length > 0 ? kept : lines
  if (only && others.length === 0) return only.position
  const list = lines.map(describeLine).join('\n')
  throw new Error(`The order has several lines. Choose one of them with --line:\n${list}`)
}

async function change(
  context: ActionContext,
  staff: StaffMember,
  order: OrderForStaff,
  command: OrderChange,
): Promise<ActionResult> {
  const { invoiceID, version, amount } = order
  const input = { invoiceID, version, idempotencyKey: secretID() }
  switch (command.action) {
    case 'note':
      return addNote(context, staff, { ...input, text: command.text })
    case 'freeze':
      return freezeOrder(context, staff, { ...input, reason: command.text })
    case 'unfreeze':
      return unfreezeOrder(context, staff, { ...input, reason: command.text })
    case 'resend':
      return resendMail(context, staff, { ...input, position: command.line })
    case 'receipt':
      return resendReceipt(context, staff, input)
    case 'address': {
      const { line: position, email } = command
      if (position === null) return correctAddress(context, staff, { ...input, email })
      return redirectGift(context, staff, { ...input, position, email })
    }
    case 'reissue':
    case 'exchange': {
      const position = lineToReplace(order, command)
      return replaceLine(context, staff, command, { ...input, position, reason: command.text })
    }
    case 'refund':
    case 'refunded':
      return refund(context, staff, command, { ...input, currency: amount.currency })
    case 'revert-refund':
    case 'confirm-refund':
    case 'cancel-refund':
      return decideRefund(context, staff, order, { ...command, ...input })
  }
}

/** Replaces a line with another eSIM of its plan, or of another plan. */
async function replaceLine(
  context: ActionContext,
  staff: StaffMember,
  command: Extract<OrderChange, { readonly action: 'reissue' | 'exchange' }>,
  replaced: ActionInput & {
    readonly invoiceID: string
    readonly position: number
    readonly reason: string
  },
): Promise<ActionResult> {
  if (command.action === 'reissue') return reissueEsim(context, staff, replaced)
  return exchangePlan(context, staff, { ...replaced, tariffID: command.plan })
}

/** Refunds, or records a refund that was made outside of the provider. */
async function refund(
  context: ActionContext,
  staff: StaffMember,
  command: Extract<OrderChange, { readonly action: 'refund' | 'refunded' }>,
  { currency, ...order }: ActionInput & { readonly invoiceID: string; readonly currency: Currency },
): Promise<ActionResult> {
  const { reason } = command
  const input = { ...order, reason, scope: scopeIn(currency, command.scope) }
  if (command.action === 'refund') return refundOrder(context, staff, input)
  const { transfer, returnedOn, isConfirmed } = command
  return recordRefund(context, staff, { ...input, transfer, returnedOn, isConfirmed })
}

function scopeIn(currency: Currency, scope: CommandScope): RefundScope {
  if (scope.kind !== 'amount') return scope
  return { kind: scope.kind, minor: minorIn(currency, scope.decimal) }
}

/** Throws for more digits than the currency has, because rounding would refund another amount. */
function minorIn(currency: Currency, decimal: string): number {
  const money = parseMoney(`${decimal} ${currency}`)
  if (!money) throw new Error(`--amount: ${decimal} is not an amount in ${currency}.`)
  return money.minor
}
