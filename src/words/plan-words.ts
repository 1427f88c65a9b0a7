import { minorDigits, pricesIn } from '../kit/money.shared.ts'
import type { Currencies, Currency, Money, Prices } from '../kit/money.shared.ts'
import { dataAmount, formatList, formatMoney, formatDate, formatTime } from './formats.shared.ts'
import { locales, noBreakSpace, settingsOf, type Locale } from './locales.shared.ts'
import { textOf } from './texts.shared.ts'
import type { Words } from './words.shared.ts'
import { dayRanges, type DayRange, type TrafficSize } from '../kit/plan-sizes.shared.ts'

export type PriceContext = { readonly locale: Locale; readonly currencies: Currencies }
type LocaleWords = { readonly locale: Locale; readonly words: Words }
type Traffic = { readonly trafficMb: number | null }
type OrderedPlan = { readonly tariffID: string; readonly inStock: boolean }
type PlanSummary = Traffic & { readonly placeTitle: string; readonly validityDays: number }

/**
 * Returns the price that pages show first. It is in the locale's currency, or in the base currency
 * if the plan has no price in the locale's currency.
 */
export function shownPrice({ locale, currencies }: PriceContext, prices: Prices): Money {
  const { currency: local } = settingsOf(locale)
  const first = currencies.includes(local) && prices[local] !== undefined ? local : currencies[0]
  // A plan that is no longer sold may have neither price.
  const currency = prices[first] === undefined ? Object.keys(prices)[0] : first
  const minor = currency === undefined ? undefined : prices[currency]
  if (currency === undefined || minor === undefined) throw new Error('a plan without a price')
  return { minor, currency }
}

/**
 * Returns the prices that the page of a plan shows beside the first. Another language's currency is
 * only in the order form, unless it is the base currency.
 */
export function otherPrices({ locale, currencies }: PriceContext, prices: Prices): Money[] {
  const { currency: first } = shownPrice({ locale, currencies }, prices)
  const foreign = locales.map((each) => settingsOf(each).currency)
  const [base, ...rest] = currencies
  const shown = [base, ...rest.filter((currency) => !foreign.includes(currency))]
  return pricesIn(shown, prices).filter(({ currency }) => currency !== first)
}

/** Returns the currencies of the shop, that of the locale first. */
export function localCurrencies({ locale, currencies }: PriceContext): Currency[] {
  const { currency: local } = settingsOf(locale)
  const isLocal = (currency: Currency) => currency === local
  return [...currencies.filter(isLocal), ...currencies.filter((each) => !isLocal(each))]
}

export function priceText(shopper: PriceContext, prices: Prices): string {
  return formatMoney(shopper.locale, shownPrice(shopper, prices))
}

/** Returns which plans of an order are sold out: the only plan, one of them, some, or all. */
export function soldOutText(words: Words, tariffs: readonly OrderedPlan[]): string {
  const plans = new Map(tariffs.map(({ tariffID, inStock }) => [tariffID, inStock]))
  if (plans.size === 1) return words('order.soldOut')
  const soldOut = [...plans.values()].filter((inStock) => !inStock).length
  if (soldOut === plans.size) return words('order.soldOutAll')
  return words(soldOut === 1 ? 'order.soldOutOne' : 'order.soldOutSome')
}

export function cardLabel(words: Words, currency: Currency): string {
  return words('order.card', { currency: currencyName(words, currency) })
}

/** Returns `US dollars or roubles`: the currencies of the shop, that of the locale first. */
export function currenciesText(shopper: PriceContext & LocaleWords): string {
  const { locale, words } = shopper
  const names = localCurrencies(shopper).map((currency) => currencyName(words, currency))
  return formatList(locale, names, 'or')
}

export function currencyName(words: Words, currency: Currency): string {
  return textOf(words, `currencies.${currency}`) || currency
}

export function sizeText({ locale, words }: LocaleWords, { trafficMb }: Traffic): string {
  if (trafficMb === null) return words('units.unlimited')
  const [amount, unit] = dataAmount(locale, trafficMb)
  return amount + noBreakSpace + words(`units.${unit}`)
}

export function unitPriceText(
  shopper: PriceContext & LocaleWords,
  plan: Traffic & { readonly unitPrices: Prices },
): string {
  const { locale, words } = shopper
  const price = formatMoney(locale, withoutNoise(shownPrice(shopper, plan.unitPrices)))
  return plan.trafficMb === null
    ? words('units.perDay', { price })
    : words('units.perGB', { price })
}

/** Returns where a plan for several countries works: `Africa, 24 countries`. */
export function placeAndCountries(
  { words }: LocaleWords,
  {
    placeTitle,
    countryCodes,
  }: { readonly placeTitle: string; readonly countryCodes: readonly string[] },
): string {
  return `${placeTitle}, ${words('units.countries', { count: countryCodes.length })}`
}

export function perDayText(
  shopper: PriceContext & LocaleWords,
  { prices, validityDays }: { readonly prices: Prices; readonly validityDays: number },
): string {
  const { minor, currency } = shownPrice(shopper, prices)
  const day = withoutNoise({ minor: Math.round(minor / validityDays), currency })
  return shopper.words('units.perDay', { price: formatMoney(shopper.locale, day) })
}

/** Rounds a price of at least 10 per unit to whole units: `19 ₽` instead of `18.57 ₽`. */
function withoutNoise({ minor, currency }: Money): Money {
  const unit = 10 ** minorDigits(currency)
  return { minor: minor < 10 * unit ? minor : Math.round(minor / unit) * unit, currency }
}

export function planName(context: LocaleWords, plan: PlanSummary): string {
  const { words } = context
  return words('tariffCard.name', {
    place: plan.placeTitle,
    size: sizeText(context, plan),
    days: words('units.days', { count: plan.validityDays }),
  })
}

/** @param topUp the added data and days, and the place of the eSIM's plan */
export function topUpName(context: LocaleWords, topUp: PlanSummary): string {
  return context.words('topUp.name', { data: planName(context, topUp) })
}

type FairUse = {
  readonly fairUse: { readonly thresholdMb: number; readonly speedKbps: number | null } | null
  readonly fairUseNote?: string | null
}

/**
 * Returns the limit and the lower speed of an unlimited plan, the operator's sentence about them, or
 * a text that they are not stated.
 */
export function fairUseText(context: LocaleWords, { fairUse, fairUseNote }: FairUse): string {
  const { words } = context
  if (fairUse === null) return fairUseNote ?? words('tariff.fairUseUnknown')
  const { thresholdMb, speedKbps } = fairUse
  const size = sizeText(context, { trafficMb: thresholdMb })
  if (speedKbps === null) return words('tariff.fairUseSlower', { size })
  const speed = speedText(context, speedKbps)
  return thresholdMb === 0
    ? words('tariff.maxSpeed', { speed })
    : words('tariff.fairUseText', { size, speed })
}

type Terms = {
  readonly hotspot: string
  readonly topUp: boolean | null
  readonly kyc: boolean | null
  readonly conditions: string | null
}

/** Returns what limits a plan beside its size, its speed, its days and its places. */
export function termTexts(context: LocaleWords, plan: Terms): string[] {
  const { words } = context
  return [
    ...(plan.kyc === true ? [words('tariff.checkPassport')] : []),
    ...(plan.hotspot === 'no' ? [words('tariff.checkNoHotspot')] : []),
    ...(plan.topUp === false ? [words('tariff.checkNoTopUp')] : []),
    ...(plan.conditions === null ? [] : [plan.conditions]),
  ]
}

/** Returns the speed that is stated, and the other limits of a plan. */
export function allTermTexts(context: LocaleWords, plan: Terms & FairUse): string[] {
  const isSpeedStated = plan.fairUse !== null || Boolean(plan.fairUseNote)
  return [...(isSpeedStated ? [fairUseText(context, plan)] : []), ...termTexts(context, plan)]
}

function speedText({ words }: LocaleWords, kbps: number): string {
  return kbps < 1000
    ? words('units.kilobits', { speed: kbps })
    : words('units.megabits', { speed: Math.round(kbps / 100) / 10 })
}

/** Returns `6.2 GB left`, or null for an unlimited plan. */
export function leftText(
  context: LocaleWords,
  { dataUsedMb, dataLimitMb }: { readonly dataUsedMb: number; readonly dataLimitMb: number | null },
): string | null {
  if (dataLimitMb === null) return null
  const [amount, unit] = dataAmount(context.locale, Math.max(0, dataLimitMb - dataUsedMb))
  const left = amount + noBreakSpace + context.words(`units.${unit}`)
  return context.words('balance.left', { left })
}

export function balanceText(
  context: LocaleWords,
  { dataUsedMb, dataLimitMb }: { readonly dataUsedMb: number; readonly dataLimitMb: number | null },
): string {
  const { words } = context
  const used =
    dataUsedMb === 0 ? `0 ${words('units.MB')}` : sizeText(context, { trafficMb: dataUsedMb })
  return dataLimitMb === null
    ? words('balance.usedUnlimited', { used })
    : words('balance.used', { used, limit: sizeText(context, { trafficMb: dataLimitMb }) })
}

/**
 * Returns the end of a plan that has started: its date, and the hour while the plan still works,
 * which matters on the last day.
 * @param time the end, as formatted for the page
 */
export function validityText(
  words: Words,
  validUntil: string,
  isExpired: boolean,
  time = formatTime(validUntil),
): string {
  return isExpired
    ? words('balance.wasValidUntil', { date: formatDate(validUntil) })
    : words('account.validUntil', { date: time })
}

export function sizeLabel(words: Words, size: TrafficSize): string {
  if (size === 'unlimited') return words('units.unlimited')
  return words('filters.size', { size })
}

export function daysLabel(words: Words, range: DayRange): string {
  const { from, to } = dayRanges[range]
  return range === '31'
    ? words('filters.daysOver', { from: from - 1 })
    : words('filters.daysRange', { from, to })
}

type NamedPlan = {
  readonly kind: string
  readonly placeTitle: string
  readonly operator: { readonly title: string }
}

/** Returns what tells a plan from others in its country: its operator, or its countries. */
export function placeOrOperator({ kind, placeTitle, operator }: NamedPlan): string {
  return kind === 'multi' ? placeTitle : operator.title
}

type NamedNetwork = { readonly title: string; readonly generations: readonly string[] }

/** Returns the networks with their fastest generations: `AIS 5G, TrueMove H 4G`. */
export function networksText(networks: readonly NamedNetwork[]): string {
  return networks
    .map(({ title, generations }) => [title, ...generations.slice(-1)].join(' '))
    .join(', ')
}
