import type { Money } from '../kit/money.shared.ts'
import { availableSql, holdStart, partnerMoney } from './available-balance.ts'
import type { DatabaseContext, ShopContext } from '../context.ts'
import { locales } from '../words/locales.shared.ts'
import { parsePhone } from '../words/phone.ts'
import { prepare, raw, readRow, readRows, runBatch, sql } from '../kit/sql.ts'

export type ListedPartner = {
  readonly referrerID: string
  readonly phone: string
  readonly code: string
  readonly createdAt: string
  /** Rewards without reversed ones. */
  readonly earned: Money
  readonly balance: Money
}

export type ListedPartnerRow = Omit<ListedPartner, 'earned' | 'balance'> & {
  readonly earned: number
  readonly balance: number
}

/** SQL: a sum of the transactions of a partner. */
const sumOf = (condition: string) => `(SELECT coalesce(sum(t.amount_minor), 0)
  FROM partner_transactions t WHERE t.partner_id = r.id AND ${condition})`

/** SQL over `partners r`: rewards without reversed ones. */
export const earnedSql = raw(sumOf("t.type IN ('reward', 'reversal')"))

/** SQL: the list of partners. */
export const partnersSql = {
  columns: sql`r.id AS referrerID, phone, code, created_at AS createdAt, ${earnedSql} AS earned,
    ${raw(sumOf('TRUE'))} AS balance`,
  from: sql`partners r`,
  time: sql`r.created_at`,
}

export function toListedPartner({ earned, balance, ...row }: ListedPartnerRow): ListedPartner {
  return { ...row, earned: partnerMoney(earned), balance: partnerMoney(balance) }
}

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
const hasNewDetails = sql`NOT EXISTS (SELECT 1 FROM partner_transactions paid
  WHERE paid.partner_id = t.partner_id AND paid.payout_details = t.payout_details
    AND paid.paid_at IS NOT NULL)`

/** SQL: the transaction `t` is a withdrawal that is neither paid nor rejected. */
export const isOpenWithdrawal = sql`t.type = 'withdrawal' AND t.paid_at IS NULL
  AND t.rejected_at IS NULL`

/** Returns up to 100 withdrawals that are neither paid nor rejected, oldest first. */
export async function openWithdrawals({ db }: DatabaseContext): Promise<OpenWithdrawal[]> {
  const results = await readRows<WithdrawalRow>(db)`SELECT t.id, t.partner_id AS referrerID,
      r.phone, -t.amount_minor AS amountMinor,
      t.payout_details AS payoutDetails, t.created_at AS requestedAt,
      t.approved_at AS approvedAt,
      ${hasNewDetails} AS has_new_details
    FROM partner_transactions t JOIN partners r ON r.id = t.partner_id
    WHERE ${isOpenWithdrawal}
    ORDER BY t.created_at LIMIT 100`
  return results.map(({ amountMinor, has_new_details: hasNew, ...rest }) => ({
    ...rest,
    amount: partnerMoney(amountMinor),
    hasNewDetails: hasNew === 1,
  }))
}

/** A partner in the back office, with the version that the next action must send. */
export type PartnerForOffice = {
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

type PartnerRow = Pick<PartnerForOffice, 'referrerID' | 'version' | 'phone' | 'code'> & {
  balance: number
  available: number
}
type PartnerTransactionRow = Omit<PartnerTransaction, 'amount' | 'isOwnOrder' | 'hasNewDetails'> & {
  amountMinor: number
  has_new_details: number
  is_own_order: number
}

const codeOfLink = /[?&]refid=([\w-]+)/u

/**
 * Returns a partner by id, phone number, referral code or referral link, or null. Accepts phone
 * numbers without a country code, if a language of the shop has a country for them.
 */
export async function partnerForOffice(
  { db, config, now }: ShopContext,
  name: string,
): Promise<PartnerForOffice | null> {
  const text = name.trim()
  // The number as typed, too, because the rules for valid numbers change with time.
  const phones = [text, ...locales.flatMap((locale) => parsePhone(locale, text) ?? [])]
  const code = codeOfLink.exec(text)?.[1] ?? text
  const found = await readRow<{ id: string }>(db)`SELECT id FROM partners WHERE id = ${text}
    UNION ALL SELECT id FROM partners
      WHERE phone IN (SELECT value FROM json_each(${JSON.stringify(phones)}))
    UNION ALL SELECT id FROM partners WHERE code = lower(${code}) LIMIT 1`
  if (found === null) return null
  const { id } = found
  const [partners, transactions] = await runBatch(db, [
    prepare<PartnerRow>(db)`SELECT r.id AS referrerID, v.version, r.phone, r.code,
        (SELECT coalesce(sum(t.amount_minor), 0) FROM partner_transactions t
          WHERE t.partner_id = ${id}) AS balance,
        (${availableSql(id, holdStart(config, now))}) AS available
      FROM partners r JOIN partner_versions v ON v.partner_id = ${id} WHERE r.id = ${id}`,
    transactionsOf(db, id),
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

function transactionsOf(db: D1Database, partnerID: string) {
  return prepare<PartnerTransactionRow>(db)`SELECT t.id, t.type, t.amount_minor AS amountMinor,
      t.order_id AS invoiceID, t.payout_details AS payoutDetails, t.approved_at AS approvedAt,
      t.paid_at AS paidAt, t.rejected_at AS rejectedAt, t.rejection_reason AS rejectionReason,
      t.created_at AS createdAt,
      t.type = 'withdrawal' AND ${hasNewDetails} AS has_new_details,
      EXISTS (SELECT 1 FROM partner_transactions payout JOIN orders i ON i.id = t.order_id
        WHERE payout.partner_id = ${partnerID} AND payout.payout_details IS NOT NULL
          AND instr(lower(payout.payout_details), i.email) > 0) AS is_own_order
    FROM partner_transactions t WHERE t.id IN (
      SELECT id FROM (SELECT id FROM partner_transactions WHERE partner_id = ${partnerID}
        ORDER BY created_at DESC, type, id LIMIT 100)
      UNION SELECT t.id FROM partner_transactions t
        WHERE t.partner_id = ${partnerID} AND ${isOpenWithdrawal})
    ORDER BY t.created_at DESC, t.type, t.id`
}

function toTransaction(row: PartnerTransactionRow): PartnerTransaction {
  const { amountMinor, is_own_order: isOwn, has_new_details: hasNew, ...rest } = row
  return {
    ...rest,
    amount: partnerMoney(amountMinor),
    isOwnOrder: isOwn === 1,
    hasNewDetails: hasNew === 1,
  }
}
