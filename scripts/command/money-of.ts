import { decimalOf } from '../../src/domain/money.ts'
import type { Money } from '../../src/domain/money.ts'

/** Returns a string such as `10.00 USD`. */
export function moneyOf(money: Money): string {
  return `${decimalOf(money)} ${money.currency}`
}
