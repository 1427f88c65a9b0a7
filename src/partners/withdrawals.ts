import type { InputOf } from '../operations.ts'
import type { Transaction, PasskeyProof } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { minimumWithdrawal, partnerMoney, availableSql, holdStart } from './available-balance.ts'
import { logSecurity } from '../kit/log.ts'
import { officeHref } from '../words/office-paths.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { formatMoney } from '../words/formats.shared.ts'
import { ownerWords } from '../messages/letter.ts'
import type { SessionContext } from '../context.ts'
import { insertMessage } from '../messages/outbox.ts'
import { officeLink } from '../api/links.ts'
import { refuse, type OperationResult } from '../api/operation-result.ts'
import { confirmWithPasskey, hasRecentRecovery, passkeysOf } from './passkey-proof.ts'
import { withdrawalByKey } from './transactions.ts'
import { prepare, readRow, sql } from '../kit/sql.ts'

/**
 * Withdraws the available balance, which excludes rewards on hold. A repeated idempotency key
 * returns the same withdrawal, and is refused with other payout details.
 */
export async function withdraw(
  context: SessionContext,
  { payoutDetails, idempotencyKey, passkey }: InputOf<'referrerWithdrawal'>,
): Promise<OperationResult<{ data: Transaction }>> {
  const { db, config, words, caller, locale } = context
  const referrerID = caller.subjectID
  const known = await withdrawalByKey(db, referrerID, idempotencyKey)
  if (known) return repeatedWithdrawal(context, known, payoutDetails)
  if (!config.WITHDRAWALS_OPEN) return refuse('withdrawals-closed', words('api.withdrawalsClosed'))
  const id = secretID()
  const amount = await availableOf(context)
  if (amount >= minimumWithdrawal.minor) {
    const confirmation = await confirmWithdrawal(context, passkey)
    if (!confirmation.ok) return confirmation
    const isNew = !(await werePaidTo(context, payoutDetails))
    const remarks = [...confirmation.value, ...(isNew ? [ownerWords('mail.newPayoutDetails')] : [])]
    await db.batch([
      insertWithdrawal(context, { id, amount, payoutDetails, idempotencyKey }),
      withdrawalMail(context, { id, amount, payoutDetails }, remarks),
    ])
  }
  const booked = await withdrawalByKey(db, referrerID, idempotencyKey)
  const minimum = formatMoney(locale, minimumWithdrawal)
  if (!booked) return refuse('balance-too-small', words('api.balanceTooSmall', { minimum }))
  if (booked.withdrawal.id === id) logSecurity({ event: 'withdrawal-requested', transactionID: id })
  return repeatedWithdrawal(context, booked, payoutDetails)
}

/**
 * Refuses changed payout details, because the owner pays to the details of the first request.
 */
function repeatedWithdrawal(
  { words }: Pick<SessionContext, 'words'>,
  { withdrawal, payoutDetails }: NonNullable<Awaited<ReturnType<typeof withdrawalByKey>>>,
  repeatedDetails: string,
): OperationResult<{ data: Transaction }> {
  return payoutDetails === repeatedDetails
    ? ok({ data: withdrawal })
    : refuse('key-reused', words('api.withdrawalRequested'))
}

/**
 * Requires a passkey if the partner has added one. Returns remarks for the owner, which warn of
 * a recent recovery. After a SIM swap, a thief could report the passkeys as lost and withdraw
 * later.
 */
async function confirmWithdrawal(
  context: SessionContext,
  proof: PasskeyProof | undefined,
): Promise<OperationResult<readonly string[]>> {
  const { words } = context
  // After a recovery, a thief can add a passkey, so a proof does not replace the warning.
  const warnings = (await hasRecentRecovery(context)) ? [ownerWords('mail.passkeysEnded')] : []
  if ((await passkeysOf(context)).length === 0) return ok(warnings)
  if (!proof) return refuse('passkey-needed', words('api.passkeyNeeded'))
  const confirmed = await confirmWithPasskey(context, 'withdrawal', proof)
  return confirmed.ok ? ok([...warnings, ownerWords('mail.passkeyConfirmed')]) : confirmed
}

type Withdrawal = {
  readonly id: string
  /** In cents. */
  readonly amount: number
  readonly payoutDetails: string
  readonly idempotencyKey: string
}

async function availableOf({ db, config, caller, now }: SessionContext): Promise<number> {
  const row = await readRow<{ available: number }>(db)`SELECT
    (${availableSql(caller.subjectID, holdStart(config, now))}) AS available`
  return row?.available ?? 0
}

/** Checks the balance again in the insert, so that two requests cannot withdraw it twice. */
function insertWithdrawal(
  { db, config, caller, now }: SessionContext,
  { id, amount, payoutDetails, idempotencyKey }: Withdrawal,
): D1PreparedStatement {
  return prepare(db)`INSERT INTO partner_transactions
      (id, partner_id, type, amount_minor, idempotency_key, payout_details, created_at)
    SELECT ${id}, ${caller.subjectID}, 'withdrawal', -${amount}, ${idempotencyKey},
      ${payoutDetails}, ${now}
    WHERE (${availableSql(caller.subjectID, holdStart(config, now))}) >= ${amount}
    ON CONFLICT (partner_id, idempotency_key) DO NOTHING`
}

/** Returns whether the owner has paid an earlier withdrawal to the same payout details. */
async function werePaidTo({ db, caller }: SessionContext, payoutDetails: string): Promise<boolean> {
  const row = await readRow(db)`SELECT 1 FROM partner_transactions
    WHERE partner_id = ${caller.subjectID} AND payout_details = ${payoutDetails}
      AND paid_at IS NOT NULL LIMIT 1`
  return row !== null
}

/**
 * The amount and the link to the partner's page precede the text that the partner typed. New
 * payout details have a warning, because a thief of the session or phone number enters their own.
 */
function withdrawalMail(
  { db, config, caller, now }: SessionContext,
  { id, amount, payoutDetails }: Omit<Withdrawal, 'idempotencyKey'>,
  remarks: readonly string[],
): D1PreparedStatement {
  const money = formatMoney(defaultLocale, partnerMoney(amount))
  return insertMessage(
    db,
    {
      kind: 'mail',
      purpose: 'withdrawal',
      dedupeKey: id,
      recipient: config.PARTNERS_EMAIL,
      subject: ownerWords('mail.withdrawalSubject', { amount: money }),
      body: [
        ownerWords('mail.withdrawal', { amount: money }),
        ...remarks,
        ...officeLink(config, officeHref('partner', { id: caller.subjectID })),
        id,
        payoutDetails,
      ].join('\n\n'),
      createdAt: now,
    },
    sql`EXISTS (SELECT 1 FROM partner_transactions WHERE id = ${id})`,
  )
}
