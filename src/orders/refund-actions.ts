import { sumOf } from '../kit/money.shared.ts'
import { ok } from '../kit/result.shared.ts'
import { dayOf, hourMs, timeAfter } from '../kit/time.shared.ts'
import type { TimelineDetails } from '../api/audit.ts'
import { refused, type ActionContext } from '../api/perform-action.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { insertFact } from './ledger.ts'
import { actionOnOrder, type ReasonInput } from './order-actions.ts'
import type { OrderForOffice, RefundForOffice } from './order-for-office.ts'
import { settleOrder } from './order-state.ts'
import { assignedLinesMail, refundMail, refundMails, revertedRefundMail } from './refund-mails.ts'
import { cancelFailed, refundStatements, sendRefundsOf, type RefundRequest } from './refunds.ts'
import { prepare, readRows } from '../kit/sql.ts'

/** What a refund is for. The shop does not deliver returned lines, and blocks their eSIMs. */
export type RefundScope =
  /** The order's remaining money and all lines. */
  | { readonly kind: 'order' }
  | { readonly kind: 'lines'; readonly positions: readonly number[] }
  /** An amount in the order's currency, for no line. */
  | { readonly kind: 'amount'; readonly minor: number }
  /** What is left of a failed refund, which the new refund replaces. */
  | { readonly kind: 'failed'; readonly refundID: string }

type ScopeInput = ReasonInput & { readonly scope: RefundScope }

/**
 * Refunds an order, some lines or an amount once, or tries a failed refund again. Calls the
 * provider after the refund is stored. The scheduled job repeats a call with an unknown outcome.
 */
export const refundOrder = actionOnOrder<ScopeInput>(
  ({ scope }) => (scope.kind === 'failed' ? 'retry-refund' : 'refund'),
  async ({ context, staff, order, input: { scope, reason } }) => {
    const refusal = refundRefusal(order)
    if (refusal !== null) return refused(refusal)
    if (mayBeMade(order, scope)) return refused('refund-unassigned')
    const share = shareOf(order, scope)
    if (share === null) return refused('nothing-to-refund')
    const made = { ...share, invoiceID: order.invoiceID, reason, actor: staff.name }
    const refund = await refundStatements(context, { ...made, origin: 'staff' })
    if (refund === null) return refused('more-than-kept')
    return ok({ details: { ...detailsOf(scope, share), reason }, effects: () => refund.statements })
  },
  sendRefunds,
)

async function sendRefunds(context: ActionContext, { invoiceID }: { readonly invoiceID: string }) {
  if (context.providers.length > 0) await sendRefundsOf(context, invoiceID)
}

/** Returns the reason why the order cannot be refunded, or null. Then the page shows no form. */
export function refundRefusal({
  hasOpenDispute,
  unrefunded,
}: Pick<OrderForOffice, 'hasOpenDispute' | 'unrefunded'>): RefusedReason | null {
  // The bank could charge the shop again for a disputed charge.
  if (hasOpenDispute === 1) return 'disputed'
  return unrefunded.minor > 0 ? null : 'nothing-to-refund'
}

/** A refund that the provider reported may be the failed one, so a repetition could pay it twice. */
function mayBeMade(order: Pick<OrderForOffice, 'unassignedRefunds'>, scope: RefundScope): boolean {
  return scope.kind === 'failed' && order.unassignedRefunds.length > 0
}

function linesText(positions: readonly number[]): string {
  return positions.toSorted((one, other) => one - other).join(' ')
}

type RefundShare = Pick<RefundForOffice, 'amount' | 'positions'> & {
  readonly retryOf: RefundForOffice | null
}

/** Returns the amount and the lines of a refund, or null when there is nothing to refund. */
export function shareOf(order: OrderForOffice, scope: RefundScope): RefundShare | null {
  const { lines, unrefunded, failedRefunds } = order
  const shareWith = (minor: number, positions: readonly number[]) =>
    minor > 0 ? { amount: { ...unrefunded, minor }, positions, retryOf: null } : null
  if (scope.kind === 'amount') return shareWith(scope.minor, [])
  if (scope.kind === 'failed') {
    const failed = failedRefunds.find(({ id }) => id === scope.refundID)
    return failed ? { ...failed, retryOf: failed } : null
  }
  const chosen = lines.filter(
    ({ isReturned, position }) =>
      !isReturned && (scope.kind === 'order' || scope.positions.includes(position)),
  )
  const positions = chosen.map(({ position }) => position)
  if (scope.kind === 'order') return shareWith(unrefunded.minor, positions)
  const price = sumOf(chosen.map(({ amount }) => amount))
  return shareWith(Math.min(price, unrefunded.minor), positions)
}

function detailsOf(
  { kind: scope }: RefundScope,
  { amount: { minor: amount, currency }, positions }: RefundShare,
): TimelineDetails {
  return { scope, amount, currency, lines: linesText(positions) }
}

type MadeRefund = ScopeInput & {
  /** The UTC date on which the money was returned. */
  readonly returnedOn: string
  /** The reference of the transfer, such as its number at the bank. No personal data. */
  readonly transfer: string
}

/**
 * Records once that staff returned money by hand, outside of the payment providers. It takes the
 * same effect as a refund that a provider has made.
 */
export const recordRefund = actionOnOrder<MadeRefund>(
  ({ scope }) => (scope.kind === 'failed' ? 'repay-refund' : 'record-refund'),
  async ({ context, staff, order, input: { scope, returnedOn, transfer, reason } }) => {
    const { invoiceID } = order
    if (!isPossibleDay(context.now, order, returnedOn)) return refused('impossible-day')
    if (mayBeMade(order, scope)) return refused('refund-unassigned')
    const share = shareOf(order, scope)
    if (share === null) return refused('nothing-to-refund')
    const refund = await refundStatements(context, {
      ...share,
      invoiceID,
      reason,
      actor: staff.name,
      origin: 'hand',
      transfer: { reference: transfer, at: new Date(`${returnedOn}T00:00:00Z`) },
    })
    if (refund === null) return refused('more-than-kept')
    const creditNotesFrom = context.now.toISOString()
    const mails = [
      ...(await refundMails(context, invoiceID)),
      ...(await refundMail(context, invoiceID, {
        ...share,
        id: refund.ids[0] ?? '',
        creditNotesFrom,
      })),
    ]
    return ok({
      details: { ...detailsOf(scope, share), returnedOn, transfer, reason },
      effects: () => [...refund.statements, ...mails],
    })
  },
)

/**
 * The latest time zone is 14 hours ahead of UTC, so its date can be tomorrow in UTC. Later dates
 * are typing errors.
 */
const latestTimeZone = 14 * hourMs

function isPossibleDay(now: Date, { createdAt }: Pick<OrderForOffice, 'createdAt'>, day: string) {
  return day >= createdAt.slice(0, day.length) && day <= dayOf(timeAfter(now, latestTimeZone))
}

type RefundInput = ReasonInput & { readonly refundID: string }

/**
 * Reverts a refund by hand whose money came back, or that staff recorded by mistake. The customer
 * keeps the lines and gets an email. A failed refund that it had replaced is open again.
 */
export const revertRefund = actionOnOrder<RefundInput>(
  'revert-refund',
  async ({ context, order: { invoiceID, handRefunds }, input: { refundID, reason } }) => {
    const refund = handRefunds.find(({ id }) => id === refundID)
    if (!refund) return refused('no-manual-refund')
    const { amount, transfer } = refund
    const mail = await revertedRefundMail(context, invoiceID, refund)
    const undone = await undoByHand(context, invoiceID, refund)
    return ok({
      details: { amount: amount.minor, currency: amount.currency, transfer, reason },
      effects: () => [
        ...undone,
        prepare(context.db)`UPDATE refunds SET state = 'failed' WHERE state = 'cancelled'
          AND id = (SELECT retry_of FROM refunds WHERE id = ${refundID})`,
        ...settleOrder(context, invoiceID),
        mail,
      ],
    })
  },
)

/** Statements that undo a refund by hand, in all its payments. Settle the order after them. */
async function undoByHand(
  context: ActionContext,
  invoiceID: string,
  { id, amount: { currency }, transfer }: RefundForOffice,
): Promise<D1PreparedStatement[]> {
  const { db, now: at } = context
  const results = await readRows<{ id: string; minor: number }>(db)`SELECT part.id,
      part.amount_minor AS minor FROM refunds r JOIN refunds part
      ON part.order_id = r.order_id AND part.request_id = r.request_id
        AND part.requested_at = r.requested_at
    WHERE r.id = ${id} AND part.origin = 'hand' AND part.state = 'succeeded'`
  const kind = 'refund-failed'
  const reference = transfer ?? ''
  return results.flatMap(({ id: part, minor }) => {
    const fact = { kind, id: part, refundKey: part, reference, invoiceID, at } as const
    const back = { ...fact, amount: { minor, currency } }
    return [
      insertFact(context, manualProvider, back, invoiceID),
      prepare(db)`UPDATE refunds SET state = 'cancelled' WHERE id = ${part}`,
    ]
  })
}

/** Cancels a failed refund that staff decide not to make. Its lines stay with the customer. */
export const cancelRefund = actionOnOrder<RefundInput>(
  'cancel-refund',
  async ({ context, order: { invoiceID, failedRefunds }, input: { refundID, reason } }) => {
    const refund = failedRefunds.find(({ id }) => id === refundID)
    if (!refund) return refused('no-refused-refund')
    const { minor: amount, currency } = refund.amount
    return ok({
      details: { amount, currency, reason },
      effects: () => [cancelFailed(context.db, refundID), ...settleOrder(context, invoiceID)],
    })
  },
)

/** What a refund was for that a provider reported and that the shop did not request. */
export type RefundPurpose =
  | Extract<RefundScope, { kind: 'order' | 'lines' }>
  /** For no line. */
  | { readonly kind: 'none' }
  /** It made a failed refund, or staff recorded the same money by hand. */
  | { readonly kind: 'same'; readonly refundID: string }

/**
 * Stores what a reported refund was for, and refunds the rest of its lines' price. The customer
 * gets the email about it.
 */
export const assignRefund = actionOnOrder<RefundInput & { readonly purpose: RefundPurpose }>(
  'assign-refund',
  async ({ context, staff: { name: actor }, order, input: { refundID, purpose, reason } }) => {
    const { invoiceID } = order
    const refund = order.unassignedRefunds.find(({ id }) => id === refundID)
    if (!refund) return refused('no-unassigned-refund')
    const same = sameRefund(order, purpose)
    const positions = same?.positions ?? linesOf(order, purpose)
    if (positions === null) return refused('no-refused-refund')
    const { minor: amount, currency } = refund.amount
    const minor = costOf(order, refund, same, positions) - amount
    if (minor > 0 && same) return refused('less-than-lines')
    if (minor > 0 && order.hasOpenDispute === 1) return refused('disputed')
    const rest = { invoiceID, amount: { minor, currency }, positions, reason, actor }
    const settled = await settleWithRest(context, { ...rest, origin: 'staff', partOf: refund })
    const undone = same ? await undo(context, invoiceID, same) : []
    const mails = await purposeMails(context, invoiceID, { ...refund, positions }, same)
    return ok({
      details: { amount, currency, lines: linesText(positions), reason },
      effects: ({ at }) => [
        prepare(context.db)`UPDATE refunds SET positions = ${JSON.stringify(positions)},
            assigned_at = ${at}, reason = ${reason}, actor = ${actor}
          WHERE id = ${refundID}`,
        ...undone,
        ...settled,
        ...mails,
      ],
    })
  },
  sendRefunds,
)

/** Statements that refund the rest of the lines' price, if any, and settle the order. */
async function settleWithRest(context: ActionContext, rest: RefundRequest) {
  const refund = rest.amount.minor > 0 ? await refundStatements(context, rest) : null
  return refund?.statements ?? settleOrder(context, rest.invoiceID)
}

function sameRefund({ failedRefunds, handRefunds }: OrderForOffice, purpose: RefundPurpose) {
  if (purpose.kind !== 'same') return undefined
  return [...failedRefunds, ...handRefunds].find(({ id }) => id === purpose.refundID)
}

/** Returns null for an unknown refund. */
function linesOf(order: OrderForOffice, purpose: RefundPurpose): readonly number[] | null {
  if (purpose.kind === 'none') return []
  if (purpose.kind === 'same') return null
  return order.lines
    .filter(({ isReturned }) => !isReturned)
    .map(({ position }) => position)
    .filter((position) => purpose.kind === 'order' || purpose.positions.includes(position))
}

/**
 * Returns what must go back at least, so that no part of the lines' price is kept unnoticed:
 * the amount of the other refund, or the price of the lines, unless less was left in the payments.
 */
function costOf(
  { lines, unrefunded }: OrderForOffice,
  { amount }: RefundForOffice,
  same: RefundForOffice | undefined,
  positions: readonly number[],
): number {
  if (same) return same.amount.minor
  const returned = lines.filter(({ position }) => positions.includes(position))
  return Math.min(sumOf(returned.map((line) => line.amount)), unrefunded.minor + amount.minor)
}

async function undo(context: ActionContext, invoiceID: string, same: RefundForOffice) {
  return same.transfer === null
    ? [cancelFailed(context.db, same.id)]
    : undoByHand(context, invoiceID, same)
}

/** The customer already has the email about money that staff recorded by hand. */
async function purposeMails(
  context: ActionContext,
  invoiceID: string,
  refund: RefundForOffice,
  same: RefundForOffice | undefined,
): Promise<readonly D1PreparedStatement[]> {
  if (same !== undefined && same.transfer !== null) return []
  const { id, amount, positions, endedAt } = refund
  const documents = { creditNotesFrom: endedAt ?? '', creditNotesUntil: endedAt ?? '' }
  return [
    ...(await refundMails(context, invoiceID)),
    await assignedLinesMail(context, invoiceID, refund),
    ...(await refundMail(context, invoiceID, { id, amount, positions, ...documents })),
  ]
}
