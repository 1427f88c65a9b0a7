import type { z } from 'zod'
import type { referrerTransactions, Transaction } from '../../contract/referrer.ts'
import { ok } from '../../domain/result.ts'
import { partnerCurrency } from '../../domain/withdrawal.ts'
import type { SessionContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { pageOf } from '../paging.ts'
import type { ListPage } from '../paging.ts'

type TransactionRow = {
  id: string
  type: Transaction['type']
  amount_minor: number
  paid_at: string | null
  created_at: string
}
const columns = 'id, type, amount_minor, paid_at, created_at'

/** The history of the signed-in referrer, newest first. */
export async function listTransactions(
  { db, caller }: SessionContext,
  { search_string: type, ...page }: z.output<typeof referrerTransactions.input>,
): Promise<OperationResult<ListPage<Transaction>>> {
  const where = `FROM referrer_transactions WHERE referrer_id = ?${type === '' ? '' : ' AND type = ?'}`
  return ok(
    await pageOf<TransactionRow, Transaction>(db, page, {
      sql: `SELECT ${columns} ${where} ORDER BY created_at DESC, id`,
      countSql: `SELECT 1 ${where}`,
      params: type === '' ? [caller.subjectID] : [caller.subjectID, type],
      toItem: toTransaction,
    }),
  )
}

export async function transactionByID(db: D1Database, id: string): Promise<Transaction | null> {
  const row = await db
    .prepare(`SELECT ${columns} FROM referrer_transactions WHERE id = ?`)
    .bind(id)
    .first<TransactionRow>()
  return row && toTransaction(row)
}

function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    type: row.type,
    amount: { minor: row.amount_minor, currency: partnerCurrency },
    status: statusOf(row),
    createdAt: row.created_at,
  }
}

function statusOf({ id, type, paid_at }: TransactionRow): Transaction['status'] {
  if (type === 'withdrawal') return paid_at === null ? 'requested' : 'paid'
  return id.startsWith('reversal:') ? 'reversed' : 'booked'
}
