import type { Money } from '../../domain/money.ts'
import { partnerCurrency } from '../../domain/partner-money.ts'
import type { BackendContext } from '../context.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../cursor-page.ts'

export type ListedPartner = {
  readonly referrerID: string
  readonly phone: string
  readonly code: string
  readonly createdAt: string
  /** Rewards without reversed ones. */
  readonly earned: Money
  readonly balance: Money
}

export type PartnerPage = {
  readonly partners: readonly ListedPartner[]
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
}

type ListedPartnerRow = Omit<ListedPartner, 'earned' | 'balance'> & {
  readonly earned: number
  readonly balance: number
}

const newestPartners = {
  table: 'referrers',
  alias: 'r',
  time: 'created_at',
  first: 'newest',
} as const

/** SQL: a sum of the transactions of a partner. */
const sumOf = (condition: string) => `(SELECT coalesce(sum(t.amount_minor), 0)
  FROM referrer_transactions t WHERE t.referrer_id = r.id AND ${condition})`

/**
 * Returns a page of partners, newest first.
 * @param after the last partner of the previous page, or '' for the first page
 */
export async function listPartners(
  { db }: Pick<BackendContext, 'db'>,
  after: string,
): Promise<PartnerPage> {
  const { results } = await db
    .prepare(
      `SELECT r.id AS referrerID, phone, code, created_at AS createdAt,
        ${sumOf("t.type IN ('reward', 'reversal')")} AS earned, ${sumOf('TRUE')} AS balance
      FROM referrers r WHERE ${rowsAfter(newestPartners)} LIMIT ${rowsToRead}`,
    )
    .bind(after)
    .all<ListedPartnerRow>()
  const { items, next } = cursorPageOf(results, ({ referrerID }) => referrerID)
  const partners = items.map(({ earned, balance, ...row }) => ({
    ...row,
    earned: { minor: earned, currency: partnerCurrency },
    balance: { minor: balance, currency: partnerCurrency },
  }))
  return { partners, next }
}
