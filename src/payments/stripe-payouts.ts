import { z } from 'zod'
import type { CalendarMonth } from '../kit/time.shared.ts'
import { maxPayoutEntries, maxPayouts, PaymentProviderError } from './payment-provider.ts'
import type { Payout, PayoutEntry, PayoutPage } from './payment-provider.ts'
import { amount, currency, fromStripeAmount, time, type StripeConnection } from './stripe-api.ts'

const payout = z.object({
  id: z.string(),
  arrival_date: time,
  status: z.string(),
  amount,
  currency,
  reconciliation_status: z.string(),
})
const transaction = z.object({
  id: z.string(),
  reporting_category: z.string(),
  amount,
  fee: amount,
  currency,
  source: z.string().nullable(),
})
const payoutPage = z.object({ data: z.array(payout), has_more: z.boolean() })
const transactionPage = z.object({ data: z.array(transaction), has_more: z.boolean() })
type BalanceTransaction = z.output<typeof transaction>

/** Payouts whose transactions are read at the same time. Workers allow six connections. */
const parallelPayouts = 5
/** Milliseconds for a page of payouts, because a person waits for it. */
const patience = 20_000

/**
 * Lists the payouts that arrive in a month, with their balance transactions. A restricted key needs
 * read access to Payouts and to Balance.
 */
export async function listPayouts(
  stripe: StripeConnection,
  clock: () => Date,
  { since, until }: CalendarMonth,
  cursor: string | null,
): Promise<PayoutPage> {
  const start = clock().getTime()
  const page = cursor === null ? {} : { starting_after: cursor }
  const { data, has_more } = await stripe.call(payoutPage, async ({ payouts }) =>
    payouts.list({
      arrival_date: { gte: seconds(since), lt: seconds(until) },
      limit: maxPayouts,
      ...page,
    }),
  )
  const payouts: Payout[] = []
  while (payouts.length < data.length) {
    if (clock().getTime() - start > patience)
      throw new PaymentProviderError('stripe', 'unknown', 'the payouts took too long')
    const next = data.slice(payouts.length, payouts.length + parallelPayouts)
    payouts.push(...(await Promise.all(next.map(async (each) => toPayout(stripe, each)))))
  }
  return { payouts, next: has_more ? (data.at(-1)?.id ?? null) : null }
}

async function toPayout(
  stripe: StripeConnection,
  { id, arrival_date, status, amount: minor, currency: code, ...each }: z.output<typeof payout>,
): Promise<Payout> {
  // Stripe does not list the transactions of manual payouts.
  const isListed = each.reconciliation_status === 'completed'
  const transactions = isListed ? await transactionsOf(stripe, id) : null
  return {
    id,
    arrivesAt: arrival_date,
    status,
    net: fromStripeAmount(minor, code),
    entries: transactions && transactions.filter(isContent).map(toEntry),
  }
}

async function transactionsOf(
  stripe: StripeConnection,
  id: string,
): Promise<BalanceTransaction[] | null> {
  const found: BalanceTransaction[] = []
  while (found.length < maxPayoutEntries) {
    const last = found.at(-1)
    const { data, has_more } = await stripe.call(transactionPage, async ({ balanceTransactions }) =>
      balanceTransactions.list({
        payout: id,
        limit: 100,
        ...(last && { starting_after: last.id }),
      }),
    )
    found.push(...data)
    if (!has_more) return found
  }
  return null
}

/** The list of a payout has the payout itself, with the opposite sign. */
function isContent({ reporting_category }: BalanceTransaction): boolean {
  return reporting_category !== 'payout'
}

/** https://docs.stripe.com/reports/reporting-categories. All other categories are `misc`. */
const kinds: { readonly [category: string]: PayoutEntry['kind'] | undefined } = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
}

function toEntry({ id, reporting_category, source, ...sums }: BalanceTransaction): PayoutEntry {
  return {
    kind: kinds[reporting_category] ?? 'misc',
    id: source ?? id,
    amount: fromStripeAmount(sums.amount, sums.currency),
    fee: fromStripeAmount(sums.fee, sums.currency),
  }
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
