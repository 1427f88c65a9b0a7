import type { InputOf } from '../operations.ts'
import { pricesIn, sumOfPrices } from '../kit/money.shared.ts'
import type { Money, Prices } from '../kit/money.shared.ts'
import { reducedPrices } from './promo-code.ts'
import type { PromoPlan } from './promo-code.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext } from '../context.ts'
import { notFound, refuse } from '../api/operation-result.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { readExchangeRates } from '../plans/price-book.ts'
import { checkPromoCode, refusePromoCode } from './promo-codes.ts'
import { countVisitorAction } from '../api/rate-limit.ts'
import { readPlans } from './order-lines.ts'
import { findTopUp } from './quote-order.ts'

type OrderPrice = { readonly data: { readonly prices: Prices; readonly totals: Prices } }

/**
 * Slows down guessing of promo codes. Offices and mobile networks share an address, so the limit is
 * high.
 */
const promoCodeChecks = { action: 'promo-code', perHour: 120 } as const

/**
 * Returns the price of plans or a top-up in each of the shop's currencies, with and without a promo
 * code.
 */
export async function getOrderPrice(
  context: BackendContext,
  { tariffID, tariffIDs, topUp, promocode, email }: InputOf<'orderPrice'>,
): Promise<OperationResult<OrderPrice>> {
  const { config, words, locale } = context
  const found = topUp
    ? await findTopUp(context, topUp, locale)
    : await findPlans(context, tariffIDs ?? [tariffID ?? ''])
  if (!found.ok) return found
  const plans = [found.value].flat()
  const list = pricesIn(config.CURRENCIES, sumOfPrices(plans.map((plan) => plan.prices)))
  const prices = toPrices(list)
  if (promocode === undefined) return ok({ data: { prices, totals: prices } })
  if (!(await countVisitorAction(context, promoCodeChecks)))
    return refuse('too-many-requests', words('api.tooManyPromoCodes'))
  const [promo, rates] = await Promise.all([
    checkPromoCode(context, promocode, email),
    readExchangeRates(context.db),
  ])
  if (!promo.ok) return promo
  const totals = list.map(({ currency }) => {
    const lines = plans.map((plan) => ({
      plan,
      price: { minor: plan.prices[currency] ?? 0, currency },
    }))
    const minor = sumOf(reducedPrices(promo.value, lines, rates))
    return { minor, currency }
  })
  const isReduced = list.some(({ minor }, index) => totals[index]?.minor !== minor)
  return isReduced
    ? ok({ data: { prices, totals: toPrices(totals) } })
    : refusePromoCode(words, 'other-plan')
}

type PricedPlan = PromoPlan & { readonly prices: Prices }

async function findPlans(
  context: BackendContext,
  tariffIDs: readonly string[],
): Promise<OperationResult<readonly PricedPlan[]>> {
  const plans = await readPlans(context.db, tariffIDs, context.locale)
  const found = tariffIDs.flatMap((id) => plans.get(id) ?? [])
  return found.length === tariffIDs.length ? ok(found) : notFound(context)
}

function sumOf(prices: readonly Money[]): number {
  return prices.reduce((sum, { minor }) => sum + minor, 0)
}

function toPrices(list: readonly Money[]): Prices {
  return Object.fromEntries(list.map(({ currency, minor }) => [currency, minor]))
}
