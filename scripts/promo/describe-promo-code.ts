import type { ListedPromoCode } from '../../src/backend/operations/goods/list-promo-codes.ts'
import { reductionText } from '../../src/backend/operations/goods/promo-codes.ts'
import type { PromoCode } from '../../src/domain/promo-code.ts'

/** Returns one line about a code: its reduction, its validity and its orders. */
export function describePromoCode({ promo, paid, unpaid }: ListedPromoCode, now: Date): string {
  const places = [...promo.tariffIDs, ...promo.countryCodes]
  const most = promo.totalLimit === null ? '' : ` of ${promo.totalLimit}`
  return [
    promo.code,
    reductionText(promo.reduction),
    validityText(promo, now),
    ...(places.length === 0 ? [] : [`only ${places.join(' ')}`]),
    ...(promo.customerLimit === null ? [] : [`${promo.customerLimit} per customer`]),
    `${paid + unpaid}${most} used (${unpaid} unpaid)`,
  ].join('  ')
}

function validityText({ startsAt, endsAt }: PromoCode, now: Date): string {
  if (endsAt !== null && endsAt <= now) return `ended ${endsAt.toISOString()}`
  const from = startsAt !== null && startsAt > now ? `from ${startsAt.toISOString()} ` : ''
  return `${from}${endsAt === null ? 'no end' : `until ${endsAt.toISOString()}`}`
}
