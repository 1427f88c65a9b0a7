import { mostCountedUses } from '../../orders/promo-codes-for-office.ts'
import type { ListedPromoCode } from '../../orders/promo-codes-for-office.ts'
import { pricesIn } from '../../kit/money.shared.ts'
import { lastDayOf } from '../../orders/promo-code.ts'
import type { PromoReduction } from '../../orders/promo-code.ts'
import {
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
} from '../../words/formats.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import type { AdminWords } from '../admin-words.ts'

export function restrictionsText(words: AdminWords, { promo }: ListedPromoCode): string {
  const { customerLimit, tariffIDs, countryCodes } = promo
  const restrictions = [
    ...(customerLimit === null ? [] : [words('promoCodes.perCustomer', { count: customerLimit })]),
    ...tariffIDs,
    ...countryCodes.map((each) => each.toUpperCase()),
  ]
  return restrictions.join(', ') || '—'
}

export const tones = { valid: 'good', early: 'warn', ended: '', 'used-up': 'bad' } as const

export function stateOf({ promo, paid, unpaid }: ListedPromoCode, now: Date): keyof typeof tones {
  if (promo.endsAt !== null && promo.endsAt <= now) return 'ended'
  if (promo.startsAt !== null && promo.startsAt > now) return 'early'
  return promo.totalLimit !== null && paid + unpaid >= promo.totalLimit ? 'used-up' : 'valid'
}

/** Names the first and the last day, as staff have entered them. A stopped code has a time. */
export function validityText(words: AdminWords, promo: ListedPromoCode['promo']): string {
  const { startsAt, endsAt } = promo
  const lastDay = lastDayOf(promo)
  return [
    ...(startsAt === null
      ? []
      : [words('promoCodes.fromDay', { day: formatDate(startsAt.toISOString()) })]),
    ...(lastDay === null ? [] : [words('promoCodes.untilDay', { day: formatDate(lastDay) })]),
    ...(lastDay !== null || endsAt === null
      ? []
      : [words('promoCodes.until', { time: formatTime(endsAt.toISOString()) })]),
  ].join(' ')
}

export function reductionIn(locale: Locale, reduction: PromoReduction): string {
  if (reduction.kind === 'percent') return formatPercent(locale, reduction.hundredths / 100)
  return pricesIn(Object.keys(reduction.amounts), reduction.amounts)
    .map((money) => formatMoney(locale, money))
    .join(' · ')
}

/** Formats a number of uses. The shop counts uses only up to a limit. */
export function countText(locale: Locale, count: number): string {
  const text = formatNumber(locale, count)
  return count < mostCountedUses ? text : `${text}+`
}
