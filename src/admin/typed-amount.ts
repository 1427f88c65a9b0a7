import { minorDigits, minorOf } from '../kit/money.shared.ts'
import type { Currency } from '../kit/money.shared.ts'

type AmountLimits = {
  /** Digits before the decimal point. */
  readonly maxDigits: number
  /** Whether the amount may start with a minus. */
  readonly isSigned: boolean
}

/**
 * Returns the minor units of a typed amount such as `12.50` or `12,5`, or null for other strings.
 */
export function typedMinor(
  typed: string,
  currency: Currency,
  { maxDigits, isSigned }: AmountLimits,
): number | null {
  const decimal = typed.trim().replace(',', '.').replace('−', '-')
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const isShortEnough = whole.length <= maxDigits && fraction.length <= minorDigits(currency)
  if (whole === '' || !isShortEnough || (sign === '-' && !isSigned)) return null
  return minorOf(decimal, currency)
}
