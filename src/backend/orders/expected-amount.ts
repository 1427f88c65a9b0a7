import type { Money } from '../../domain/money.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { BackendContext } from '../context.ts'
import { refuse } from '../operation-result.ts'
import type { Refusal } from '../operation-result.ts'

type Amounts = {
  /** What the form showed; undefined when the form does not say. */
  readonly expected: Money | undefined
  readonly amount: Money
  /** What it costs without its promo code. */
  readonly fullPrice: Money
}

/**
 * Refuses an order that costs more or less than the visitor was shown. Returns null
 * when the price is the expected one.
 */
export function refuseChangedPrice(
  { words, locale }: Pick<BackendContext, 'words' | 'locale'>,
  { expected, amount, fullPrice }: Amounts,
): Refusal | null {
  if (expected === undefined || isEqual(expected, amount)) return null
  const prices = { before: formatMoney(locale, expected), now: formatMoney(locale, amount) }
  const isReduction = isEqual(expected, fullPrice)
  const message = isReduction
    ? words('api.priceReduced', prices)
    : words('api.priceChanged', prices)
  return { ...refuse('price-changed', message).error, amount }
}

function isEqual(one: Money, other: Money): boolean {
  return one.minor === other.minor && one.currency === other.currency
}
