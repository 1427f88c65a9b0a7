import type { PromoCode } from '../../domain/promo-code.ts'
import { insertRows } from '../sql-text.ts'

/** Returns statements that insert a code. */
export function promoCodeSql(promo: PromoCode, now: Date): string[] {
  const { reduction } = promo
  const row = {
    code: promo.code,
    percent_hundredths: reduction.kind === 'percent' ? reduction.hundredths : null,
    amounts: reduction.kind === 'amount' ? JSON.stringify(reduction.amounts) : null,
    starts_at: promo.startsAt?.toISOString() ?? null,
    ends_at: promo.endsAt?.toISOString() ?? null,
    total_limit: promo.totalLimit,
    customer_limit: promo.customerLimit,
    tariff_ids: JSON.stringify(promo.tariffIDs),
    country_codes: JSON.stringify(promo.countryCodes),
    created_at: now.toISOString(),
  }
  return insertRows('promo_codes', Object.keys(row), [Object.values(row)])
}
