import { partnerCurrency } from '../../domain/partner-money.ts'
import type { Money } from '../../domain/money.ts'
import { locales } from '../../locale/locales.ts'
import { parsePhone } from '../../locale/phone.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { BackendContext } from '../context.ts'
import { hasNewDetails, isOpenWithdrawal } from './open-withdrawals.ts'
import { availableSql, holdStart } from '../referrers/available-balance.ts'

/** A partner in the back office, with the version that the next action must send. */
export type PartnerForStaff = {
  readonly referrerID: string
  readonly version: number
  readonly phone: string
  readonly code: string
  readonly balance: Money
  /** The balance without rewards on hold. */
  readonly available: Money
  /** The newest 100 and every open withdrawal, newest first. */
  readonly transactions: readonly PartnerTransaction[]
}

export type PartnerTransaction = {
  readonly id: string
  readonly type: 'reward' | 'reversal' | 'withdrawal' | 'adjustment' | 'rejection'
  readonly amount: Money
  /** The order of a reward or its reversal. */
  readonly invoiceID: string | null
  /** True if payout details of the partner contain the buyer's address. */
  readonly isOwnOrder: boolean
  readonly payoutDetails: string | null
  /** True if no withdrawal was paid to these details before. */
  readonly hasNewDetails: boolean
  readonly approvedAt: string | null
  readonly paidAt: string | null
  readonly rejectedAt: string | null
  /** The reason for the rejection, which the partner reads. */
  readonly rejectionReason: string | null
  readonly createdAt: string
}

type PartnerRow = Pick<PartnerForStaff, 'referrerID' | 'version' | 'phone' | 'code'> & {
  balance: number
  available: number
}
type PartnerTransactionRow = Omit<PartnerTransaction, 'amount' | 'isOwnOrder' | 'hasNewDetails'> & {
  amountMinor: number
  has_new_details: number
  is_own_order: number
}
type PartnerContext = Pick<BackendContext, 'db' | 'config' | 'now'>

const codeOfLink = /[?&]refid=([\w-]+)/u

/**
 * Returns a partner by id, phone number, referral code or referral link, or null. Accepts phone
 * numbers without a country code, if a language of the shop has a country for them.
 */
export async function partnerForStaff(
  { db, config, now }: PartnerContext,
  name: string,
): Promise<PartnerForStaff | null> {
  const text = name.trim()
  // The number as typed, too, because the rules for valid numbers change with time.
  const phones = [text, ...locales.flatMap((locale) => parsePhone(locale, text) ?? [])]
  const referrerID = await db
    .prepare(
      `SELECT id FROM referrers WHERE id = ?1
      UNION ALL SELECT id FROM referrers WHERE phone IN (SELECT value FROM json_each(?2))
      UNION ALL SELECT id FROM referrers WHERE code = lower(?3) LIMIT 1`,
    )
    .bind(text, JSON.stringify(phones), codeOfLink.exec(text)?.[1] ?? text)
    .first<string>('id')
  if (referrerID === null) return null
  const [partners, transactions] = await runBatch(db, [
    prepareQuery<PartnerRow>(db, partnerSql, referrerID, holdStart(config, now)),
    prepareQuery<PartnerTransactionRow>(db, transactionsSql, referrerID),
  ])
  const [partner] = partners.results
  if (!partner) return null
  return {
    ...partner,
    balance: partnerMoney(partner.balance),
    available: partnerMoney(partner.available),
    transactions: transactions.results.map(toTransaction),
  }
}

const partnerSql = `SELECT r.id AS referrerID, v.version, r.phone, r.code,
    (SELECT coalesce(sum(t.amount_minor), 0) FROM referrer_transactions t
      WHERE t.referrer_id = ?1) AS balance,
    (${availableSql('?1', '?2')}) AS available
  FROM referrers r JOIN referrer_versions v ON v.referrer_id = ?1 WHERE r.id = ?1`

const transactionsSql = `SELECT t.id, t.type, t.amount_minor AS amountMinor,
    t.invoice_id AS invoiceID, t.payout_details AS payoutDetails, t.approved_at AS approvedAt,
    t.paid_at AS paidAt, t.rejected_at AS rejectedAt, t.rejection_reason AS rejectionReason,
    t.created_at AS createdAt,
    t.type = 'withdrawal' AND ${hasNewDetails} AS has_new_details,
    EXISTS (SELECT 1 FROM referrer_transactions payout JOIN invoices i ON i.id = t.invoice_id
      WHERE payout.referrer_id = ?1 AND payout.payout_details IS NOT NULL
        AND instr(lower(payout.payout_details), i.email) > 0) AS is_own_order
  FROM referrer_transactions t WHERE t.id IN (
    SELECT id FROM (SELECT id FROM referrer_transactions WHERE referrer_id = ?1
      ORDER BY created_at DESC, type, id LIMIT 100)
    UNION SELECT t.id FROM referrer_transactions t WHERE t.referrer_id = ?1 AND ${isOpenWithdrawal})
  ORDER BY t.created_at DESC, t.type, t.id`

function toTransaction(row: PartnerTransactionRow): PartnerTransaction {
  const { amountMinor, is_own_order: isOwn, has_new_details: hasNew, ...rest } = row
  return {
    ...rest,
    amount: partnerMoney(amountMinor),
    isOwnOrder: isOwn === 1,
    hasNewDetails: hasNew === 1,
  }
}

function partnerMoney(minor: number): Money {
  return { minor, currency: partnerCurrency }
}
