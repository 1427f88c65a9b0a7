import type { DatabaseContext } from '../context.ts'
import { logEvent } from '../kit/log.ts'
import type { Money } from '../kit/money.shared.ts'
import { boundsOf, type CalendarMonth } from '../kit/time.shared.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { PaymentProvider, Payout, PayoutEntry } from '../payments/payment-provider.ts'

export const payoutSums = ['charges', 'refunds', 'disputes', 'fees', 'misc'] as const

/** What the shop knows of an entry. Only charges and refunds are looked up. */
export type ReportedEntry = PayoutEntry & {
  /** The order of its fact. Null if the fact has none. */
  readonly orderID: string | null
  /** A charge or a refund that the shop has not recorded. */
  readonly isUnknown: boolean
}

export type ReportedPayout = Omit<Payout, 'entries'> & {
  readonly entries: readonly ReportedEntry[] | null
  /** They add up to `net`. Null without entries. */
  readonly sums: { readonly [name in (typeof payoutSums)[number]]: Money } | null
}

/** The payouts of a provider in a month. */
export type ProviderPayouts = { readonly provider: string } & (
  | { readonly state: 'no-api' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'listed'
      readonly payouts: readonly ReportedPayout[]
      readonly next: string | null
      /**
       * Charges that the shop recorded in the month and that none of its payouts has, by currency.
       * Null if an entry of the payouts may be missing.
       */
      readonly rest: readonly Money[] | null
    }
)

/**
 * Reads the payouts that arrive in a month, and looks up their charges and refunds.
 * @param cursor `next` of the page before, or null
 */
export async function monthPayouts(
  { db, providers }: DatabaseContext & { readonly providers: readonly PaymentProvider[] },
  month: CalendarMonth,
  cursor: string | null,
): Promise<ProviderPayouts[]> {
  return Promise.all(providers.map(async (each) => payoutsOf(db, each, month, cursor)))
}

async function payoutsOf(
  db: D1Database,
  { id: provider, listPayouts }: PaymentProvider,
  month: CalendarMonth,
  cursor: string | null,
): Promise<ProviderPayouts> {
  if (!listPayouts) return { provider, state: 'no-api' }
  try {
    const { payouts, next } = await listPayouts(month, cursor)
    const entries = payouts.flatMap((payout) => payout.entries ?? [])
    const isWhole = cursor === null && next === null && payouts.every((each) => each.entries)
    const orders = await readOrders(db, provider, entries)
    return {
      provider,
      state: 'listed',
      payouts: payouts.map((payout) => reported(payout, orders)),
      next,
      rest: isWhole ? await readRest(db, provider, month, entries) : null,
    }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    logEvent({ event: 'payouts-failed', provider, error: error.message })
    return { provider, state: 'failed' }
  }
}

const factKind: { readonly [kind in PayoutEntry['kind']]?: string } = {
  charge: 'charged',
  refund: 'refunded',
}
type FactOrders = ReadonlyMap<string, string | null>

/** Returns the orders of the facts of entries, by the kind and the id of the fact. */
async function readOrders(
  db: D1Database,
  provider: string,
  entries: readonly PayoutEntry[],
): Promise<FactOrders> {
  const { results } = await db
    .prepare(
      `SELECT f.kind, f.id, f.order_id AS orderID
      FROM json_each(?2) entry CROSS JOIN payment_facts f
      WHERE f.provider = ?1 AND f.kind IN ('charged', 'refunded') AND f.id = entry.value`,
    )
    .bind(provider, idsOf(entries))
    .all<{ readonly kind: string; readonly id: string; readonly orderID: string | null }>()
  return new Map(results.map(({ kind, id, orderID }) => [`${kind} ${id}`, orderID]))
}

async function readRest(
  db: D1Database,
  provider: string,
  month: CalendarMonth,
  entries: readonly PayoutEntry[],
): Promise<readonly Money[]> {
  const { results } = await db
    .prepare(
      `SELECT sum(amount_minor) AS minor, currency
      FROM payment_facts INDEXED BY payment_facts_by_record
      WHERE received_at >= ?1 AND received_at < ?2 AND provider = ?3 AND kind = 'charged'
        AND id NOT IN (SELECT value FROM json_each(?4))
      GROUP BY currency`,
    )
    .bind(...boundsOf(month), provider, idsOf(entries))
    .all<Money>()
  return results
}

const idsOf = (entries: readonly PayoutEntry[]) => JSON.stringify(entries.map(({ id }) => id))

function reported(payout: Payout, orders: FactOrders): ReportedPayout {
  const entries =
    payout.entries?.map((entry) => {
      const fact = factKind[entry.kind]
      const orderID = orders.get(`${fact} ${entry.id}`)
      return {
        ...entry,
        orderID: orderID ?? null,
        isUnknown: fact !== undefined && orderID === undefined,
      }
    }) ?? null
  return { ...payout, entries, sums: entries && sumsOf(entries, payout.net) }
}

function sumsOf(entries: readonly PayoutEntry[], { currency }: Money): ReportedPayout['sums'] {
  const sum = (kind: PayoutEntry['kind']) =>
    entries.reduce((total, each) => total + (each.kind === kind ? each.amount.minor : 0), 0)
  const fees = sum('fee') - entries.reduce((total, { fee }) => total + fee.minor, 0)
  return {
    charges: { minor: sum('charge'), currency },
    refunds: { minor: sum('refund'), currency },
    disputes: { minor: sum('dispute'), currency },
    fees: { minor: fees, currency },
    misc: { minor: sum('misc'), currency },
  }
}
