import { z } from 'zod'
import { money } from '../api/common.ts'
import { topUpCode, type TopUp } from './operations.ts'
import type { Plan } from '../plans/operations.ts'
import type { Money } from '../kit/money.shared.ts'
import { pricesOfPlan } from '../plans/price-rules.ts'
import type { BackendContext } from '../context.ts'
import { readPriceBook } from '../plans/price-book.ts'
import { storedJson } from '../kit/db.ts'
import { askSupplier, visitorTimeout } from './ask-supplier.ts'
import { hourMs } from '../kit/time.shared.ts'
import { prepare, raw, readRow } from '../kit/sql.ts'

/** A top-up that the supplier of an eSIM offers. */
const topUpOffer = z.object({
  code: topUpCode,
  trafficMb: z.int().positive().nullable(),
  validityDays: z.int().positive(),
  cost: money,
  /** The lowest price that the supplier allows. */
  minimumPrice: money.nullable(),
})
type TopUpOffer = z.output<typeof topUpOffer>
const topUpOffers = z.array(topUpOffer)

/** A top-up with its prices, its supplier and its cost. */
export type TopUpOnSale = TopUp & { readonly supplier: string; readonly cost: Money }

/** Limit per eSIM, in case a supplier lists its whole catalogue. No country has so many top-ups. */
const mostOffers = 50

/**
 * SQL after FROM: the eSIM `e`, the supplier order `o` that bought it, and its supplier. Excludes
 * suppliers that cannot deliver at the moment.
 */
const suppliedEsims = `esim_states e
  JOIN purchases o ON o.iccid = e.iccid AND o.kind = 'plan' AND o.status = 'done'
    AND NOT e.is_reused
  JOIN open_suppliers ON open_suppliers.id = o.supplier`

/** Returns the valid offers of a supplier without repeated codes, cheapest first. */
function parseOffers(offers: readonly unknown[]): readonly TopUpOffer[] {
  const readable = offers.flatMap((each) => topUpOffer.safeParse(each).data ?? [])
  const byCode = new Map(readable.map((offer) => [offer.code, offer]))
  return [...byCode.values()]
    .toSorted((one, other) => one.cost.minor - other.cost.minor)
    .slice(0, mostOffers)
}

/**
 * Returns the stored top-ups of an eSIM, cheapest first, with prices from the price rules of its
 * plan. Top-ups without a price in the base currency are not on sale.
 */
export async function topUpsOnSale(
  { db, config }: Pick<BackendContext, 'db' | 'config'>,
  esimHash: string,
  { tariffID, countryCodes }: Pick<Plan, 'tariffID' | 'countryCodes'>,
): Promise<readonly TopUpOnSale[]> {
  const [stored, book] = await Promise.all([
    readRow<{ supplier: string; offers: string }>(db)`SELECT o.supplier, e.top_up_offers AS offers
      FROM ${raw(suppliedEsims)} WHERE e.esim_hash = ${esimHash}`,
    readPriceBook(db, config),
  ])
  if (!stored) return []
  const { supplier } = stored
  const plan = { tariffID, supplier, countryCodes, setPrices: {} }
  const [base] = config.CURRENCIES
  return storedJson(topUpOffers, stored.offers, []).flatMap(({ minimumPrice, ...offer }) => {
    const { prices } = pricesOfPlan(book, { ...plan, minimumPrice, cost: offer.cost })
    return prices[base] === undefined ? [] : [{ ...offer, supplier, prices }]
  })
}

type OffersContext = Pick<BackendContext, 'db' | 'now' | 'suppliers'>

/** Milliseconds for which an answer is fresh. Costs rarely change within a day. */
const freshness = 6 * hourMs
/** Calls that a supplier may need to list the top-ups of one eSIM. */
const callsPerEsim = 4

/**
 * Requests the top-ups of an eSIM from its supplier, at most every six hours and within the
 * supplier's rate limit. Without an answer, the stored top-ups do not change.
 * @param timeout milliseconds to wait for the supplier
 */
export async function refreshTopUps(
  { db, now, suppliers }: OffersContext,
  esimHash: string,
  timeout = visitorTimeout,
): Promise<void> {
  if (suppliers.length === 0) return
  const found = await readRow<{ iccid: string; freshUntil: string | null; supplier: string }>(
    db,
  )`SELECT
      e.iccid, e.top_ups_fresh_until AS freshUntil, o.supplier FROM ${raw(suppliedEsims)}
    WHERE e.esim_hash = ${esimHash} AND NOT e.is_refunded`
  const supplier = suppliers.find(({ id }) => id === found?.supplier)
  if (!found || !supplier) return
  const { iccid } = found
  const source = { ...found, supplier }
  const offers = await askSupplier({ db, now }, source, {
    column: 'top_ups_fresh_until',
    freshness,
    calls: callsPerEsim,
    timeout,
    event: 'top-ups-unavailable',
    ask: async () => supplier.topUps(iccid),
  })
  if (offers)
    await prepare(db)`UPDATE esims SET top_up_offers = ${JSON.stringify(parseOffers(offers))}
      WHERE iccid = ${iccid}`.run()
}
