import type { z } from 'zod'
import type { orderPrice } from '../../contract/order-price.ts'
import { pricesIn } from '../../domain/money.ts'
import type { Money, Prices } from '../../domain/money.ts'
import { isForPlan, reducedPrices } from '../../domain/promo-code.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { notFound, refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { checkPromoCode, refusePromoCode } from '../promo-codes/check-promo-code.ts'
import { countVisitorAction } from '../rate-limit.ts'
import { readPlans } from './order-lines.ts'

type OrderPrice = { readonly data: { readonly prices: Prices; readonly totals: Prices } }

/** Slows down guessing. Offices and mobile networks share an address. */
const promoCodeChecks = { action: 'promo-code', perHour: 120 } as const

/** What an order of a plan costs in each of the shop's currencies, after a promo code. */
export async function getOrderPrice(
  context: BackendContext,
  { tariffID, promocode, email }: z.output<typeof orderPrice.input>,
): Promise<OperationResult<OrderPrice>> {
  const { db, config, words, locale } = context
  const plan = (await readPlans(db, [tariffID], locale)).get(tariffID)
  if (!plan) return notFound(context)
  const list = pricesIn(config.CURRENCIES, plan.prices)
  const prices = toPrices(list)
  if (promocode === undefined) return ok({ data: { prices, totals: prices } })
  if (!(await countVisitorAction(context, promoCodeChecks)))
    return refuse('too-many-requests', words('api.tooManyPromoCodes'))
  const promo = await checkPromoCode(context, promocode, email)
  if (!promo.ok) return promo
  if (!isForPlan(promo.value, plan)) return refusePromoCode(words, 'other-plan')
  const totals = list.flatMap((price) => reducedPrices(promo.value, [{ plan, price }]))
  const isReduced = list.some(({ minor }, index) => totals[index]?.minor !== minor)
  return isReduced
    ? ok({ data: { prices, totals: toPrices(totals) } })
    : refusePromoCode(words, 'other-plan')
}

function toPrices(list: readonly Money[]): Prices {
  return Object.fromEntries(list.map(({ currency, minor }) => [currency, minor]))
}
