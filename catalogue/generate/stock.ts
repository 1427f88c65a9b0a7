import { popular } from './names.ts'
import type { DraftPlan } from './plans.ts'
import { stableShare } from './stable-hash.ts'

export type StockRow = {
  readonly iccid: string
  readonly tariffID: string
  readonly smdpAddress: string
  readonly matchingId: string
  readonly mobileNumber: string
}

const soldOutCountries = new Set(['cu', 'ly', 'so', 'tm', 'ye'])
const smdpAddress = 'rsp.meridian.example'
const most = new Set(popular.slice(0, 10))
const many = new Set(popular)

export function makeStock(plans: readonly DraftPlan[]): StockRow[] {
  let serial = 0
  return plans.flatMap((plan) => {
    const isSoldOut =
      stableShare(`${plan.tariffID} stock`) < 0.04 || isOnlyIn(plan, soldOutCountries)
    return Array.from({ length: isSoldOut ? 0 : stockCount(plan) }, (_, index) => {
      serial += 1
      return {
        iccid: withLuhnDigit(`8910300${String(serial).padStart(11, '0')}`),
        tariffID: plan.tariffID,
        smdpAddress,
        matchingId: `SAMPLE-${code(`${plan.tariffID} ${index}`)}`,
        // Russia reserves no numbers for fiction. This range is unassigned.
        mobileNumber: plan.market === 'russia' ? `+7000${String(serial).padStart(7, '0')}` : '',
      }
    })
  })
}

function stockCount(plan: DraftPlan): number {
  if (plan.worldRegion !== null || isOnlyIn(plan, most)) return 20
  return isOnlyIn(plan, many) ? 8 : 2
}

function isOnlyIn({ countries }: DraftPlan, among: ReadonlySet<string>): boolean {
  return countries.length === 1 && among.has(countries[0] ?? '')
}

function code(text: string): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from(
    { length: 12 },
    (_, index) => letters[Math.floor(stableShare(`${index} ${text}`) * letters.length)],
  ).join('')
}

/** Appends the Luhn digit (ITU-T E.118) to 18 digits. */
function withLuhnDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, character, position) => {
      const digit = Number(character) * (position % 2 === 0 ? 2 : 1)
      return total + (digit > 9 ? digit - 9 : digit)
    }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}
