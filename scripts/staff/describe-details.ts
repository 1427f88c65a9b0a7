import type { TimelineDetails } from '../../src/backend/operations/timeline-details.ts'
import { moneyOf } from '../command/money-of.ts'

/** Returns texts such as `amount: 2.50 USD`. Amounts are stored in minor units. */
export function factsOf({ amount, currency, ...details }: TimelineDetails): string[] {
  const isMoney = typeof amount === 'number' && typeof currency === 'string'
  const money = isMoney ? { amount: moneyOf({ minor: amount, currency }) } : { amount, currency }
  return Object.entries({ ...money, ...details })
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
}
