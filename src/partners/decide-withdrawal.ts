import { defineStaffAction, refused } from '../api/perform-action.ts'
import type { ActionPlan, PlannedAction } from '../api/perform-action.ts'
import type { PartnerAction } from '../api/staff.ts'
import { err, ok } from '../kit/result.shared.ts'
import { prepare, readRow, sql, type Sql } from '../kit/sql.ts'
import { dayMs, isoBefore } from '../kit/time.shared.ts'
import type { AlertCondition } from '../messages/alerts.ts'
import { partnerCurrency } from './available-balance.ts'

type PartnerInput<Input> = Input & { readonly referrerID: string }
type WithdrawalDecision = PartnerInput<{ readonly withdrawalID: string; readonly reason?: string }>
type OpenWithdrawalRow = {
  amount_minor: number
  approved_at: string | null
  is_closed: number
  /** Whether the person has raised the balance that the withdrawal pays out. */
  is_own: number
}

const ofPartner = ({ referrerID: id }: PartnerInput<object>) => ({ kind: 'partner', id }) as const

/**
 * SQL: whether a person has raised the balance that the withdrawal `w` pays out. A withdrawal takes
 * the whole balance, so earlier corrections were in the withdrawal before.
 */
const isOwnCorrection = (staffSubject: Sql) => sql`EXISTS (
  SELECT 1 FROM audit c JOIN partner_transactions t ON t.id = c.id
  WHERE c.subject_kind = 'partner' AND c.subject_id = w.partner_id
    AND c.staff_subject = ${staffSubject} AND t.type = 'adjustment' AND t.amount_minor > 0
    AND t.created_at <= w.created_at
    AND t.created_at > coalesce((SELECT max(p.created_at) FROM partner_transactions p
      WHERE p.partner_id = w.partner_id AND p.type = 'withdrawal' AND p.rejected_at IS NULL
        AND p.created_at < w.created_at), ''))`

/**
 * Withdrawals that were approved within a week by the person who had raised the balance. The detail
 * is that person.
 */
export function ownCorrectionsPaid(now: Date): AlertCondition {
  return {
    kind: 'own-correction-paid',
    query: sql`SELECT substr(w.id, 1, 10) AS subject, a.staff_name AS detail, NULL AS order_id
      FROM audit a JOIN partner_transactions w ON w.id = a.details ->> 'withdrawal'
      WHERE a.at > ${isoBefore(now, 7 * dayMs)} AND a.action = 'approve'
        AND ${isOwnCorrection(sql`a.staff_subject`)}`,
  }
}

/**
 * Approves a withdrawal. Nobody may approve the payout of a balance that they have raised
 * themselves, unless the shop has nobody else who may.
 */
export const approveWithdrawal = decide<WithdrawalDecision>({
  action: 'approve',
  refusalOf({ approved_at: at, is_own: isOwn }, { context: { config }, staff }) {
    if (at !== null) return 'approved'
    const people = [...config.ADMIN_OWNERS, ...config.ADMIN_MONEY]
    return isOwn === 1 && people.some((email) => email !== staff.name) ? 'own-correction' : null
  },
  set: ({ at }) => sql`approved_at = ${at}`,
})

/** Records that an approved withdrawal was paid. */
export const markWithdrawalPaid = decide<WithdrawalDecision>({
  action: 'mark-paid',
  refusalOf: ({ approved_at: at }) => (at === null ? 'not-approved' : null),
  set: ({ at }) => sql`paid_at = ${at}`,
})

/** Returns the amount of an unpaid withdrawal to the balance. The partner reads the reason. */
export const rejectWithdrawal = decide<WithdrawalDecision & { readonly reason: string }>({
  action: 'reject',
  refusalOf: () => null,
  set: ({ at }, reason) => sql`rejected_at = ${at}, rejection_reason = ${reason ?? null}`,
  insert: ({ id, at }) => sql`INSERT INTO partner_transactions
      (id, partner_id, type, amount_minor, withdrawal_id, created_at)
    SELECT ${id}, partner_id, 'rejection', -amount_minor, id, ${at} FROM partner_transactions`,
})

type ActionEntry = Parameters<ActionPlan['effects']>[0]

type DecisionRules = {
  readonly action: PartnerAction
  /** Returns the reason to refuse this decision about the open withdrawal, or null. */
  readonly refusalOf: (
    withdrawal: OpenWithdrawalRow,
    planned: Pick<PlannedAction<WithdrawalDecision>, 'context' | 'staff'>,
  ) => 'approved' | 'not-approved' | 'own-correction' | null
  /** SQL: the changed columns of the withdrawal. */
  readonly set: (entry: ActionEntry, reason: string | undefined) => Sql
  /** SQL without a condition: another transaction, which is selected from the withdrawal. */
  readonly insert?: (entry: ActionEntry) => Sql
}

/** Defines a decision about a withdrawal that is neither paid nor rejected. */
function decide<Input extends WithdrawalDecision>({
  action,
  refusalOf,
  set,
  insert,
}: DecisionRules) {
  return defineStaffAction<Input>({
    action,
    subject: ofPartner,
    async plan({ context, staff, input: { referrerID, withdrawalID, reason } }) {
      const { db } = context
      const withdrawal = await readRow<OpenWithdrawalRow>(db)`SELECT amount_minor, approved_at,
          paid_at IS NOT NULL OR rejected_at IS NOT NULL AS is_closed,
          ${isOwnCorrection(sql`${staff.subject}`)} AS is_own
        FROM partner_transactions w WHERE id = ${withdrawalID} AND partner_id = ${referrerID}
          AND type = 'withdrawal'`
      if (!withdrawal) return err({ code: 'not-found' })
      if (withdrawal.is_closed === 1) return refused('decided')
      const refusal = refusalOf(withdrawal, { context, staff })
      if (refusal !== null) return refused(refusal)
      const decided = {
        withdrawal: withdrawalID,
        amount: -withdrawal.amount_minor,
        currency: partnerCurrency,
      }
      const isIt = sql`WHERE id = ${withdrawalID}`
      return ok({
        details: { ...decided, ...(reason !== undefined && { reason }) },
        effects: (entry) => [
          prepare(db)`UPDATE partner_transactions SET ${set(entry, reason)} ${isIt}`,
          ...(insert ? [prepare(db)`${insert(entry)} ${isIt}`] : []),
        ],
      })
    },
  })
}

type Adjustment = PartnerInput<{
  /** In cents. Negative to reduce the balance. */
  readonly amountMinor: number
  readonly reason: string
}>

/**
 * Corrects the balance of a partner. The balance may become negative, as after a reversed reward.
 */
export const adjustBalance = defineStaffAction<Adjustment>({
  action: 'adjust',
  subject: ofPartner,
  async plan({ context: { db }, input: { referrerID, amountMinor, reason } }) {
    if (amountMinor === 0) return refused('no-amount')
    return ok({
      details: { amount: amountMinor, currency: partnerCurrency, reason },
      effects: ({ id, at }) => [
        prepare(db)`INSERT INTO partner_transactions (id, partner_id, type, amount_minor,
            created_at)
          VALUES (${id}, ${referrerID}, 'adjustment', ${amountMinor}, ${at})`,
      ],
    })
  },
})
