import { z } from 'zod'
import { money } from '../../contract/common.ts'
import { topUpCode } from '../../contract/top-ups.ts'
import type { TopUp } from '../../contract/top-ups.ts'
import type { Tariff } from '../../contract/tariffs.ts'
import type { Money } from '../../domain/money.ts'
import { pricesOfPlan } from '../../domain/price-rules.ts'
import { isOpenSupplier } from '../catalogue/can-sell.ts'
import type { BackendContext } from '../context.ts'
import { d1Store } from '../d1-store.ts'
import { readPriceBook } from '../pricing/read-price-book.ts'
import { storedJson } from '../stored-json.ts'

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
export const suppliedEsims = `esims e
  JOIN supplier_orders o ON o.iccid = e.iccid AND o.kind = 'plan' AND o.status = 'done'
  JOIN suppliers ON suppliers.id = o.supplier AND ${isOpenSupplier}`

/** Returns the valid offers of a supplier without repeated codes, cheapest first. */
export function parseOffers(offers: readonly unknown[]): readonly TopUpOffer[] {
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
  { tariffID, countryCodes }: Pick<Tariff, 'tariffID' | 'countryCodes'>,
): Promise<readonly TopUpOnSale[]> {
  const [stored, book] = await Promise.all([
    db
      .prepare(
        `SELECT o.supplier, f.offers FROM ${suppliedEsims}
        JOIN top_up_offers f ON f.esim_hash = e.esim_hash WHERE e.esim_hash = ?`,
      )
      .bind(esimHash)
      .first<{ supplier: string; offers: string }>(),
    readPriceBook(d1Store(db), config.CURRENCIES),
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
