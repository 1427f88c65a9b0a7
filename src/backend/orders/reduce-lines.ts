import type { Currency } from '../../domain/money.ts'
import { isForPlan, reducedPrices } from '../../domain/promo-code.ts'
import type { PromoCode } from '../../domain/promo-code.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { checkPromoCode, refusePromoCode } from '../promo-codes/check-promo-code.ts'
import type { PricedLine } from './order-lines.ts'

type ReducedLines = { readonly lines: readonly PricedLine[]; readonly promo: PromoCode | null }
type OrderCode = { readonly promocode?: string | undefined; readonly email: string }

/** The lines of an order after its promo code. Partners earn a share of what remains. */
export async function reduceLines(
  context: BackendContext,
  { promocode, email }: OrderCode,
  lines: readonly PricedLine[],
  currency: Currency,
): Promise<OperationResult<ReducedLines>> {
  if (promocode === undefined) return ok({ lines, promo: null })
  const { words } = context
  const checked = await checkPromoCode(context, promocode, email)
  if (!checked.ok) return checked
  const promo = checked.value
  if (!lines.some((line) => isForPlan(promo, line))) return refusePromoCode(words, 'other-plan')
  const prices = lines.map((line) => ({ plan: line, price: { minor: line.amountMinor, currency } }))
  const reduced = reducedPrices(promo, prices)
  const isReduced = lines.some(({ amountMinor }, index) => reduced[index]?.minor !== amountMinor)
  if (!isReduced) return refusePromoCode(words, 'other-currency')
  const after = lines.map((line, index) => withAmount(line, reduced[index]?.minor ?? 0))
  return ok({ lines: after, promo })
}

function withAmount(line: PricedLine, amountMinor: number): PricedLine {
  const rewardBase = Math.floor((line.rewardBase * amountMinor) / line.amountMinor)
  return { ...line, amountMinor, rewardBase }
}
