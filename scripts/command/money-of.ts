import { decimalOf } from '../../src/kit/money.shared.ts'
import type { Money } from '../../src/kit/money.shared.ts'

/** Returns a string such as `10.00 USD`. */
export function moneyOf(money: Money): string {
  return `${decimalOf(money)} ${money.currency}`
}
