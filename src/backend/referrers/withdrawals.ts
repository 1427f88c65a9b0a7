import type { z } from 'zod'
import type { referrerWithdrawal, Transaction } from '../../contract/referrer.ts'
import { ok } from '../../domain/result.ts'
import { secretID } from '../../domain/secret-id.ts'
import { minimumWithdrawal } from '../../domain/partner-money.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { SessionContext } from '../context.ts'
import { insertMessage } from '../mail/outbox.ts'
import { refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { withdrawalByKey } from './transactions.ts'

/** Withdraws the whole balance. The same idempotency key returns the same withdrawal. */
export async function withdraw(
  context: SessionContext,
  { payoutDetails, idempotencyKey }: z.output<typeof referrerWithdrawal.input>,
): Promise<OperationResult<{ data: Transaction }>> {
  const { db, config, words, caller, now, locale } = context
  const referrerID = caller.subjectID
  const known = await withdrawalByKey(db, referrerID, idempotencyKey)
  if (known) return ok({ data: known })
  if (!config.WITHDRAWALS_OPEN) return refuse('withdrawals-closed', words('api.withdrawalsClosed'))
  const id = secretID()
  await db.batch([
    // One statement reads the balance and books it, so parallel requests cannot withdraw it twice.
    db
      .prepare(
        `INSERT INTO referrer_transactions
          (id, referrer_id, type, amount_minor, idempotency_key, payout_details, created_at)
        SELECT ?1, ?2, 'withdrawal', -balance, ?3, ?4, ?5
        FROM (SELECT coalesce(sum(amount_minor), 0) AS balance
          FROM referrer_transactions WHERE referrer_id = ?2)
        WHERE balance >= ?6 ON CONFLICT (referrer_id, idempotency_key) DO NOTHING`,
      )
      .bind(
        id,
        referrerID,
        idempotencyKey,
        payoutDetails,
        now.toISOString(),
        minimumWithdrawal.minor,
      ),
    insertMessage(
      db,
      {
        kind: 'mail',
        purpose: 'withdrawal',
        dedupeKey: id,
        recipient: config.PARTNERS_EMAIL,
        subject: words('mail.withdrawalSubject'),
        body: [words('mail.withdrawal'), id, payoutDetails].join('\n\n'),
        createdAt: now,
      },
      { sql: 'EXISTS (SELECT 1 FROM referrer_transactions WHERE id = ?)', params: [id] },
    ),
  ])
  const booked = await withdrawalByKey(db, referrerID, idempotencyKey)
  if (booked) return ok({ data: booked })
  const minimum = formatMoney(locale, minimumWithdrawal)
  return refuse('balance-too-small', words('api.balanceTooSmall', { minimum }))
}
