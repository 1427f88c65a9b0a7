import type { ListedPromoCode } from '../../src/backend/operations/goods/list-promo-codes.ts'
import { alignRows } from '../command/align-rows.ts'
import { reductionText } from '../../src/backend/operations/goods/promo-codes.ts'
import { lastDayOf } from '../../src/domain/promo-code.ts'
import type { PromoCode } from '../../src/domain/promo-code.ts'
import { dayOf } from '../../src/domain/time-units.ts'

/** Returns one line about each code: its reduction, its validity and its orders. */
export function describePromoCodes(codes: readonly ListedPromoCode[], now: Date): string[] {
  return alignRows(codes.map((code) => rowOf(code, now)))
}

function rowOf({ promo, paid, unpaid }: ListedPromoCode, now: Date): readonly string[] {
  const places = [...promo.tariffIDs, ...promo.countryCodes]
  const most = promo.totalLimit === null ? '' : ` of ${promo.totalLimit}`
  return [
    promo.code,
    reductionText(promo.reduction),
    validityText(promo, now),
    places.length === 0 ? '' : `only ${places.join(' ')}`,
    promo.customerLimit === null ? '' : `${promo.customerLimit} per customer`,
    `${paid + unpaid}${most} used (${unpaid} unpaid)`,
  ]
}

/** Days include the last one and are in UTC, like those of the options. */
function validityText(promo: PromoCode, now: Date): string {
  const { startsAt, endsAt } = promo
  if (endsAt !== null && endsAt <= now) return `ended ${endsAt.toISOString()}`
  const from = startsAt !== null && startsAt > now ? `from ${dayOf(startsAt)} ` : ''
  return `${from}${endsAt === null ? 'no end' : `until ${lastDayOf(promo) ?? endsAt.toISOString()}`}`
}
