import type { z } from 'zod'
import type { orderPrice } from '../../contract/order-price.ts'
import { pricesIn } from '../../domain/money.ts'
import type { Money, Prices } from '../../domain/money.ts'
import { isForPlan, reducedPrices } from '../../domain/promo-code.ts'
import type { PromoPlan } from '../../domain/promo-code.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { notFound, refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { checkPromoCode, refusePromoCode } from '../promo-codes/check-promo-code.ts'
import { countVisitorAction } from '../rate-limit.ts'
import { readPlans } from './order-lines.ts'
import { findTopUp } from './price-top-up.ts'

type OrderPrice = { readonly data: { readonly prices: Prices; readonly totals: Prices } }

/** Slows down guessing. Offices and mobile networks share an address. */
const promoCodeChecks = { action: 'promo-code', perHour: 120 } as const

/** What an order of a plan or a top-up costs in each of the shop's currencies, after a promo code. */
export async function getOrderPrice(
  context: BackendContext,
  { tariffID, topUp, promocode, email }: z.output<typeof orderPrice.input>,
): Promise<OperationResult<OrderPrice>> {
  const { config, words, locale } = context
  const found = topUp ? await findTopUp(context, topUp, locale) : await findPlan(context, tariffID)
  if (!found.ok) return found
  const plan = found.value
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

async function findPlan(
  context: BackendContext,
  tariffID = '',
): Promise<OperationResult<PromoPlan & { readonly prices: Prices }>> {
  const plan = (await readPlans(context.db, [tariffID], context.locale)).get(tariffID)
  return plan ? ok(plan) : notFound(context)
}

function toPrices(list: readonly Money[]): Prices {
  return Object.fromEntries(list.map(({ currency, minor }) => [currency, minor]))
}
