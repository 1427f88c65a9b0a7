import type { z } from 'zod'
import type { referrerWithdrawal, Transaction } from '../../contract/referrer.ts'
import { ok } from '../../domain/result.ts'
import { minimumWithdrawal } from '../../domain/withdrawal.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { SessionContext } from '../context.ts'
import { insertMessage } from '../mail/outbox.ts'
import { refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { transactionByID } from './transactions.ts'

/** Withdraws the whole balance. The same idempotency key returns the same withdrawal. */
export async function withdraw(
  context: SessionContext,
  { payoutDetails, idempotencyKey }: z.output<typeof referrerWithdrawal.input>,
): Promise<OperationResult<{ data: Transaction }>> {
  const { db, config, words, caller, now, locale } = context
  const id = `withdrawal:${caller.subjectID}:${idempotencyKey}`
  const known = await transactionByID(db, id)
  if (known) return ok({ data: known })
  if (!config.WITHDRAWALS_OPEN) return refuse('withdrawals-closed', words('api.withdrawalsClosed'))
  const time = now.toISOString()
  await db.batch([
    // One statement reads the balance and books it, so parallel requests cannot withdraw it twice.
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
  if (booked) return ok({ data: booked })
  const minimum = formatMoney(locale, minimumWithdrawal)
  return refuse('balance-too-small', words('api.balanceTooSmall', { minimum }))
}
