import type { InputOf } from '../operations.ts'
import type { Transaction } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import { partnerMoney } from './available-balance.ts'
import type { SessionContext } from '../context.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { pageOf, type ListPage } from '../kit/paging.ts'
import { readRow, sql } from '../kit/sql.ts'

type TransactionRow = {
  id: string
  type: 'reward' | 'reversal' | 'withdrawal' | 'adjustment' | 'rejection'
  amount_minor: number
  paid_at: string | null
  rejected_at: string | null
  rejection_reason: string | null
  created_at: string
}
const columns = sql`id, type, amount_minor, paid_at, rejected_at, rejection_reason, created_at`

const conditions = {
  '': sql``,
  reward: sql`AND type IN ('reward', 'reversal')`,
  withdrawal: sql`AND type = 'withdrawal'`,
} as const

/**
 * Returns the history of the signed-in partner, newest first. A reversal precedes a reward of the
 * same time.
 */
export async function listTransactions(
  { db, caller }: SessionContext,
  { search_string: type, ...page }: InputOf<'referrerTransactions'>,
): Promise<OperationResult<ListPage<Transaction>>> {
  const rows = sql`FROM partner_transactions
    WHERE partner_id = ${caller.subjectID} ${conditions[type]}`
  return ok(
    await pageOf<TransactionRow, Transaction>(db, page, {
      sql: sql`SELECT ${columns} ${rows} ORDER BY created_at DESC, type, id`,
      countSql: sql`SELECT 1 ${rows}`,
      toItem: toTransaction,
    }),
  )
}

/** Returns the withdrawal that the same form has requested before. */
export async function withdrawalByKey(
  db: D1Database,
  referrerID: string,
  idempotencyKey: string,
): Promise<{ readonly withdrawal: Transaction; readonly payoutDetails: string | null } | null> {
  const row = await readRow<TransactionRow & { payout_details: string | null }>(db)`SELECT
      ${columns}, payout_details FROM partner_transactions
    WHERE partner_id = ${referrerID} AND idempotency_key = ${idempotencyKey}`
  return row && { withdrawal: toTransaction(row), payoutDetails: row.payout_details }
}

function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    type: types[row.type],
    amount: partnerMoney(row.amount_minor),
    status: statusOf(row),
    ...(row.rejection_reason !== null && { reason: row.rejection_reason }),
    createdAt: row.created_at,
  }
}

const types: { readonly [type in TransactionRow['type']]: Transaction['type'] } = {
  reward: 'reward',
  reversal: 'reward',
  withdrawal: 'withdrawal',
  adjustment: 'adjustment',
  rejection: 'adjustment',
}

function statusOf({ type, paid_at, rejected_at }: TransactionRow): Transaction['status'] {
  if (type === 'withdrawal' && rejected_at !== null) return 'rejected'
  if (type === 'withdrawal') return paid_at === null ? 'requested' : 'paid'
  return type === 'reversal' ? 'reversed' : 'booked'
}
