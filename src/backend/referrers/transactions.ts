import type { z } from 'zod'
import type {
  referrerTransactions,
  referrerWithdrawal,
  Transaction,
} from '../../contract/referrer.ts'
import { minimumWithdrawal } from '../../domain/withdrawal.ts'
import { formatMoney } from '../../locale/formats.ts'
import { conflict, found } from '../context.ts'
import type { Reply, SignedCall } from '../context.ts'
import { insertMessage } from '../mail/outbox.ts'
import { pageOf } from '../paging.ts'
import type { Paged } from '../paging.ts'

type TransactionRow = {
  id: string
  type: Transaction['type']
  amount_minor: number
  paid_at: string | null
  created_at: string
}
const columns = 'id, type, amount_minor, paid_at, created_at'

/** Rewards and withdrawals of the partner who calls, newest first. */
export async function listTransactions(
  { db, caller }: SignedCall,
  { search_string: type, ...page }: z.output<typeof referrerTransactions.input>,
): Promise<Reply<Paged<Transaction>>> {
  const where = `FROM referrer_transactions WHERE referrer_id = ?${type === '' ? '' : ' AND type = ?'}`
  return found(
    await pageOf<TransactionRow, Transaction>(db, page, {
      sql: `SELECT ${columns} ${where} ORDER BY created_at DESC, id`,
      countSql: `SELECT 1 ${where}`,
      params: type === '' ? [caller.subjectID] : [caller.subjectID, type],
      toItem: toTransaction,
    }),
  )
}

/**
 * Withdraws the whole balance. The balance is read in the statement that books, so that two at once never take it twice; the form's key
 * makes a second press of the button the same withdrawal.
 */
export async function withdraw(
  call: SignedCall,
  { payoutDetails, idempotencyKey }: z.output<typeof referrerWithdrawal.input>,
): Promise<Reply<{ data: Transaction }>> {
  const { db, config, words, caller, now, locale } = call
  const id = `withdrawal:${caller.subjectID}:${idempotencyKey}`
  const known = await transactionByID(db, id)
  if (known) return found({ data: known })
  if (!config.WITHDRAWALS_OPEN) return conflict(words('api.withdrawalsClosed'))
  const time = now.toISOString()
  await db.batch([
    db
      .prepare(
        `INSERT INTO referrer_transactions (id, referrer_id, type, amount_minor, payout_details, created_at)
        SELECT ?1, ?2, 'withdrawal', -balance, ?3, ?4
        FROM (SELECT coalesce(sum(amount_minor), 0) AS balance FROM referrer_transactions WHERE referrer_id = ?2)
        WHERE balance >= ?5 ON CONFLICT (id) DO NOTHING`,
      )
      .bind(id, caller.subjectID, payoutDetails, time, minimumWithdrawal.minor),
    insertMessage(
      db,
      {
        id,
        kind: 'mail',
        recipient: config.PARTNERS_EMAIL,
        subject: words('mail.withdrawalSubject'),
        body: [words('mail.withdrawal'), id, payoutDetails].join('\n\n'),
        createdAt: time,
      },
      { sql: 'EXISTS (SELECT 1 FROM referrer_transactions WHERE id = ?)', params: [id] },
    ),
  ])
  const booked = await transactionByID(db, id)
  if (booked) return found({ data: booked })
  return conflict(words('api.balanceTooSmall', { minimum: formatMoney(locale, minimumWithdrawal) }))
}

async function transactionByID(db: D1Database, id: string): Promise<Transaction | null> {
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
    amount: { minor: row.amount_minor, currency: 'USD' },
    status: statusOf(row),
    createdAt: row.created_at,
  }
}

function statusOf({ id, type, paid_at }: TransactionRow): Transaction['status'] {
  if (type === 'withdrawal') return paid_at === null ? 'requested' : 'paid'
  return id.startsWith('reversal:') ? 'reversed' : 'booked'
}
