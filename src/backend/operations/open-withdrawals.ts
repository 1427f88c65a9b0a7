import { partnerCurrency } from '../../domain/partner-money.ts'
import type { Money } from '../../domain/money.ts'
import type { BackendContext } from '../context.ts'

export type OpenWithdrawal = {
  readonly id: string
  readonly referrerID: string
  readonly phone: string
  readonly amount: Money
  readonly payoutDetails: string | null
  /** True if no withdrawal was paid to these details before. */
  readonly hasNewDetails: boolean
  readonly requestedAt: string
  /** Null while the withdrawal waits for approval. */
  readonly approvedAt: string | null
}

type WithdrawalRow = Omit<OpenWithdrawal, 'amount' | 'hasNewDetails'> & {
  amountMinor: number
  has_new_details: number
}

/**
 * SQL: no withdrawal of the partner was paid to the payout details of the withdrawal `t` before.
 */
export const hasNewDetails = `NOT EXISTS (SELECT 1 FROM referrer_transactions paid
  WHERE paid.referrer_id = t.referrer_id AND paid.payout_details = t.payout_details
    AND paid.paid_at IS NOT NULL)`

/** SQL: the transaction `t` is a withdrawal that is neither paid nor rejected. */
export const isOpenWithdrawal = `t.type = 'withdrawal' AND t.paid_at IS NULL
  AND t.rejected_at IS NULL`

/** Returns up to 100 withdrawals that are neither paid nor rejected, oldest first. */
export async function openWithdrawals({
  db,
}: Pick<BackendContext, 'db'>): Promise<OpenWithdrawal[]> {
  const { results } = await db
    .prepare(
      `SELECT t.id, t.referrer_id AS referrerID, r.phone, -t.amount_minor AS amountMinor,
        t.payout_details AS payoutDetails, t.created_at AS requestedAt,
        t.approved_at AS approvedAt,
        ${hasNewDetails} AS has_new_details
      FROM referrer_transactions t JOIN referrers r ON r.id = t.referrer_id
      WHERE ${isOpenWithdrawal}
      ORDER BY t.created_at LIMIT 100`,
    )
    .all<WithdrawalRow>()
  return results.map(({ amountMinor, has_new_details: hasNew, ...rest }) => ({
    ...rest,
    amount: { minor: amountMinor, currency: partnerCurrency },
    hasNewDetails: hasNew === 1,
  }))
}

/** Returns the partner of an open withdrawal, or null for other ids. */
export async function partnerOfWithdrawal(
  { db }: Pick<BackendContext, 'db'>,
  id: string,
): Promise<string | null> {
  return db
    .prepare(
      `SELECT t.referrer_id FROM referrer_transactions t WHERE t.id = ? AND ${isOpenWithdrawal}`,
    )
    .bind(id)
    .first<string>('referrer_id')
}
