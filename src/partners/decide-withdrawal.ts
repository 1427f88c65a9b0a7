import { partnerCurrency } from './available-balance.ts'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'

type WithdrawalDecision = ActionInput & {
  readonly referrerID: string
  readonly withdrawalID: string
}
type OpenRow = { amount_minor: number; approved_at: string | null; is_closed: number }

export async function approveWithdrawal(
  context: ActionContext,
  staff: StaffMember,
  decision: WithdrawalDecision,
): Promise<ActionResult> {
  return decide(context, staff, decision, {
    action: 'approve',
    refusalOf: ({ approved_at: at }) => (at === null ? null : 'approved'),
    effects: ({ at }) => [
      context.db
        .prepare('UPDATE partner_transactions SET approved_at = ? WHERE id = ?')
        .bind(at, decision.withdrawalID),
    ],
  })
}

/** Records that an approved withdrawal was paid. */
export async function markWithdrawalPaid(
  context: ActionContext,
  staff: StaffMember,
  decision: WithdrawalDecision,
): Promise<ActionResult> {
  return decide(context, staff, decision, {
    action: 'mark-paid',
    refusalOf: ({ approved_at: at }) => (at === null ? 'not-approved' : null),
    effects: ({ at }) => [
      context.db
        .prepare('UPDATE partner_transactions SET paid_at = ? WHERE id = ?')
        .bind(at, decision.withdrawalID),
    ],
  })
}

/** Returns the amount of an unpaid withdrawal to the balance. The partner reads the reason. */
export async function rejectWithdrawal(
  context: ActionContext,
  staff: StaffMember,
  { reason, ...decision }: WithdrawalDecision & { readonly reason: string },
): Promise<ActionResult> {
  const { db } = context
  return decide(context, staff, decision, {
    action: 'reject',
    details: { reason },
    refusalOf: () => null,
    effects: ({ id, at }) => [
      db
        .prepare(
          'UPDATE partner_transactions SET rejected_at = ?, rejection_reason = ? WHERE id = ?',
        )
        .bind(at, reason, decision.withdrawalID),
      db
        .prepare(
          `INSERT INTO partner_transactions
            (id, partner_id, type, amount_minor, withdrawal_id, created_at)
          SELECT ?, partner_id, 'rejection', -amount_minor, id, ?
          FROM partner_transactions WHERE id = ?`,
        )
        .bind(id, at, decision.withdrawalID),
    ],
  })
}

type DecisionEffects = {
  readonly action: 'approve' | 'mark-paid' | 'reject'
  readonly details?: { readonly reason: string }
  /** Returns the reason to refuse this decision about the open withdrawal, or null. */
  readonly refusalOf: (withdrawal: OpenRow) => 'approved' | 'not-approved' | null
  readonly effects: (entry: { readonly id: string; readonly at: string }) => D1PreparedStatement[]
}

async function decide(
  context: ActionContext,
  staff: StaffMember,
  { referrerID, withdrawalID, ...input }: WithdrawalDecision,
  { action, details, refusalOf, effects }: DecisionEffects,
): Promise<ActionResult> {
  const subject = { kind: 'partner', id: referrerID } as const
  const request = { ...input, action, subject, input: { withdrawalID, ...details } } as const
  return performAction(context, staff, request, async () => {
    const found = await openWithdrawal(context.db, { referrerID, withdrawalID })
    if (!found.ok) return found
    const reason = refusalOf(found.value)
    if (reason !== null) return err({ code: 'refused', reason })
    const amount = -found.value.amount_minor
    return ok({
      details: { withdrawal: withdrawalID, amount, currency: partnerCurrency, ...details },
      effects,
    })
  })
}

async function openWithdrawal(
  db: D1Database,
  { referrerID, withdrawalID }: Pick<WithdrawalDecision, 'referrerID' | 'withdrawalID'>,
): Promise<Result<OpenRow, ActionProblem>> {
  const row = await db
    .prepare(
      `SELECT amount_minor, approved_at,
        paid_at IS NOT NULL OR rejected_at IS NOT NULL AS is_closed
      FROM partner_transactions WHERE id = ? AND partner_id = ? AND type = 'withdrawal'`,
    )
    .bind(withdrawalID, referrerID)
    .first<OpenRow>()
  if (!row) return err({ code: 'not-found' })
  return row.is_closed === 1 ? err({ code: 'refused', reason: 'decided' }) : ok(row)
}

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
            `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
            VALUES (?, ?, 'adjustment', ?, ?)`,
          )
          .bind(id, referrerID, amountMinor, at),
      ],
    })
  })
}
