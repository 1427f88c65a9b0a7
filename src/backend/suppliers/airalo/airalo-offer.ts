import { roundedMinorOf } from '../../../domain/money.ts'
import type { Money } from '../../../domain/money.ts'
import type { SupplierPlan } from '../supplier-plan.ts'
import type { Offer, Pricing } from './airalo-objects.ts'

/** `price` and `net_price` are in USD. `prices` has both in other currencies. */
const currency = 'USD'

/**
 * Returns the net price. An account with `discount_pricing` pays the retail price less its
 * discount. A fraction of a cent is rounded up.
 */
export function costOf({ price, net_price: netPrice }: Offer, pricing?: Pricing): Money {
  if (netPrice !== undefined && netPrice !== null)
    return { minor: roundedMinorOf(netPrice, currency, 'up'), currency }
  const retail = roundedMinorOf(price, currency, 'up')
  const share = 100 - (pricing?.discount_percentage ?? 0)
  return { minor: Math.ceil((retail * share) / 100), currency }
}

/**
 * "The retail price … represents the minimum selling price for you":
 * https://developers.partners.airalo.com/faq-752238m0
 */
export function minimumPriceOf({ price }: Offer): Money {
  return { minor: roundedMinorOf(price, currency, 'up'), currency }
}

/** `amount` is in MB of 1,024 to a GB: 3 GB is 3072 in the examples. */
export function trafficOf({ amount, is_unlimited: isUnlimited }: Offer): number | null {
  return isUnlimited === true || amount === null || amount === 0 ? null : Math.round(amount)
}

const perGb = 1024
const threshold = /after\s+(\d+(?:\.\d+)?)\s*([MG])B/i
const speed = /(\d+(?:\.\d+)?)\s*([KM])bps/i

/** Parses "Lower speed rate of 1 Mbps after 3 GB usage per day." Missing values are null. */
export function fairUseOf(offer: Offer): SupplierPlan['fairUse'] {
  if (offer.is_fair_usage_policy !== true) return null
  const text = offer.fair_usage_policy ?? ''
  return {
    thresholdMb: numberIn(text, threshold, 'G', perGb),
    speedKbps: numberIn(text, speed, 'M', 1000),
  }
}

function numberIn(text: string, pattern: RegExp, large: string, factor: number): number | null {
  const [, number, unit = ''] = pattern.exec(text) ?? []
  if (number === undefined) return null
  return Math.round(Number(number) * (unit.toUpperCase() === large ? factor : 1))
}
