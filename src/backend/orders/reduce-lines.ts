import type { ExchangeRate } from '../../domain/exchange-rates.ts'
import type { Currency } from '../../domain/money.ts'
import { hasCurrency, isForPlan, reducedPrices } from '../../domain/promo-code.ts'
import type { PromoCode } from '../../domain/promo-code.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { refusePromoCode } from '../promo-codes/check-promo-code.ts'
import type { PricedLine } from './order-lines.ts'

/**
 * Returns the lines of an order with the prices after its promo code. Partners earn a share of the
 * reduced price.
 */
export function reduceLines(
  { words }: Pick<BackendContext, 'words'>,
  promo: PromoCode | null,
  lines: readonly PricedLine[],
  { currency, rates }: { readonly currency: Currency; readonly rates: readonly ExchangeRate[] },
): OperationResult<readonly PricedLine[]> {
  if (promo === null) return ok(lines)
  if (!lines.some((line) => isForPlan(promo, line))) return refusePromoCode(words, 'other-plan')
  const prices = lines.map((line) => ({ plan: line, price: { minor: line.amountMinor, currency } }))
  const reduced = reducedPrices(promo, prices, rates)
  const isReduced = lines.some(({ amountMinor }, index) => reduced[index]?.minor !== amountMinor)
  if (!isReduced)
    return refusePromoCode(words, hasCurrency(promo, currency) ? 'lowest-price' : 'other-currency')
  return ok(lines.map((line, index) => withAmount(line, reduced[index]?.minor ?? 0)))
}

function withAmount(line: PricedLine, amountMinor: number): PricedLine {
  const rewardBase = Math.floor((line.rewardBase * amountMinor) / line.amountMinor)
  return { ...line, amountMinor, rewardBase }
}
