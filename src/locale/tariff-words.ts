import { priceIn } from '../domain/money.ts'
import type { Currency, Prices } from '../domain/money.ts'
import { dataAmount, formatMoney } from './formats.ts'
import { settingsOf } from './locales.ts'
import type { Locale } from './locales.ts'
import type { Words } from './words.ts'

type Speaker = { readonly locale: Locale; readonly words: Words }
type Sized = { readonly trafficMb: number | null }
type Named = Sized & { readonly placeTitle: string; readonly validityDays: number }
const noBreakSpace = '\u00A0'

/** The currency that pages show first. */
export function mainCurrency(locale: Locale): Currency {
  return settingsOf(locale).currency
}

export function priceText(locale: Locale, prices: Prices, currency = mainCurrency(locale)): string {
  return formatMoney(locale, priceIn(prices, currency))
}

/** `10 GB`, `unlimited`. */
export function sizeText({ locale, words }: Speaker, { trafficMb }: Sized): string {
  if (trafficMb === null) return words('units.unlimited')
  const [amount, unit] = dataAmount(locale, trafficMb)
  return amount + noBreakSpace + words(`units.${unit}`)
}

/** `$1.25 per GB`; per day where the plan has no limit. */
export function unitPriceText(
  { locale, words }: Speaker,
  tariff: Sized & { readonly unitPrices: Prices },
): string {
  const price = priceText(locale, wholeRoubles(tariff.unitPrices))
  return tariff.trafficMb === null
    ? words('units.perDay', { price })
    : words('units.perGB', { price })
}

/** Kopecks of a price per unit say nothing. */
function wholeRoubles({ USD, RUB }: Prices): Prices {
  return { USD, RUB: Math.round(RUB / 100) * 100 }
}

/** `Türkiye · 10 GB · 30 days`. */
export function tariffName(speaker: Speaker, tariff: Named): string {
  const { words } = speaker
  return words('plan.name', {
    place: tariff.placeTitle,
    size: sizeText(speaker, tariff),
    days: words('units.days', { count: tariff.validityDays }),
  })
}

/** `512 kbit/s`, `2 Mbit/s`. */
export function speedText({ words }: Speaker, kbps: number): string {
  return kbps < 1000
    ? words('units.kilobits', { speed: kbps })
    : words('units.megabits', { speed: kbps / 1000 })
}

/** `3.8 GB of 10 GB used`. */
export function balanceText(
  speaker: Speaker,
  { dataUsedMb, dataLimitMb }: { readonly dataUsedMb: number; readonly dataLimitMb: number | null },
): string {
  const { words } = speaker
  const used =
    dataUsedMb === 0 ? `0 ${words('units.MB')}` : sizeText(speaker, { trafficMb: dataUsedMb })
  return dataLimitMb === null
    ? words('balance.usedUnlimited', { used })
    : words('balance.used', { used, limit: sizeText(speaker, { trafficMb: dataLimitMb }) })
}
