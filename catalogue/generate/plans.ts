import { worldRegions } from '../../src/plans/operations.ts'
import type { CountryEntry } from './countries.ts'
import type { OperatorEntry } from './operators.ts'
import type { Prices } from '../../src/kit/money.shared.ts'
import { baseOf, pricesOf } from './prices.ts'
import { stableShare } from './stable-hash.ts'
import { countriesOfRegion } from './world-regions.ts'

export type DraftPlan = {
  readonly tariffID: string
  readonly operator: string
  readonly countries: readonly string[]
  readonly region: string | null
  readonly worldRegion: string | null
  readonly market: 'travel' | 'russia'
  readonly gigabytes: number | null
  readonly days: number
  readonly fairUse: { readonly thresholdMb: number; readonly speedKbps: number } | null
  readonly prices: Prices
  readonly minutes: number | null
  readonly sms: number | null
  readonly unlimitedApps: readonly string[]
  readonly networks: readonly OperatorEntry[]
  readonly hotspot: 'yes' | 'no' | 'limited' | 'unknown'
  readonly topUp: boolean | null
  readonly kyc: boolean | null
  readonly apn: string | null
}

/**
 * Sizes (GB, null is unlimited) and days of an operator's plans. Half of the operators lack one
 * size.
 */
const sizes: readonly (readonly [gigabytes: number | null, days: number])[] = [
  [1, 7],
  [3, 15],
  [5, 15],
  [5, 30],
  [10, 30],
  [20, 30],
  [30, 30],
  [50, 90],
  [null, 7],
  [null, 15],
]
const rareSizes: typeof sizes = [
  [null, 1],
  [100, 180],
  [20, 365],
]
const russianOperators = ['ru-mts', 'ru-megafon', 'ru-beeline', 'ru-tele2']
/** Russian networks block or slow down WhatsApp, Telegram and YouTube. */
const russianSizes = [
  { gigabytes: 10, minutes: 300, sms: 50, apps: ['VK'], factor: 0.55 },
  { gigabytes: 30, minutes: 600, sms: 100, apps: ['VK', 'Yandex Maps'], factor: 0.5 },
  {
    gigabytes: null,
    minutes: 1000,
    sms: 300,
    apps: ['VK', 'Yandex Maps', 'RuTube'],
    factor: 0.26,
  },
]
const month = 30

export const ownOperator = { ident: 'meridian-travel', title: 'Meridian Travel' }

export function makePlans(
  countries: readonly CountryEntry[],
  operators: readonly OperatorEntry[],
  regions: readonly { readonly country: string; readonly ident: string }[],
): DraftPlan[] {
  const base = new Map(countries.map(({ code, subregion }) => [code, baseOf({ code, subregion })]))
  const byCountry = Map.groupBy(operators, ({ country }) => country)
  const russian = operators.filter(({ ident }) => russianOperators.includes(ident))
  return [
    ...operators.flatMap((operator) => travelPlans(operator, base.get(operator.country) ?? 6)),
    ...worldRegions.flatMap((region) => multiCountryPlans(region, byCountry, base)),
    ...russian.flatMap((operator) => russianPlans(operator, null)),
    ...regions.flatMap(({ ident }) =>
      russian
        .filter((operator) => stableShare(`${operator.ident}/${ident}`) < 0.6)
        .flatMap((operator) => russianPlans(operator, ident)),
    ),
  ]
}

function travelPlans(operator: OperatorEntry, base: number): DraftPlan[] {
  const factor = 0.85 + stableShare(operator.ident) * 0.3
  const leftOut = Math.floor(stableShare(`${operator.ident} leaves out`) * sizes.length * 2)
  const rare = rareSizes.filter(([, days]) => stableShare(`${operator.ident} ${days}d`) < 0.4)
  return [...sizes.filter((_, index) => index !== leftOut), ...rare].map(([gigabytes, days]) => ({
    ...details(operator.ident),
    tariffID: `${operator.ident}-${sizeName(gigabytes)}-${days}d`,
    operator: operator.ident,
    countries: [operator.country],
    region: null,
    worldRegion: null,
    market: 'travel',
    gigabytes,
    days,
    fairUse: fairUse(operator.ident, gigabytes),
    prices: pricesOf({ gigabytes, days, base, factor }),
    minutes: null,
    sms: null,
    unlimitedApps: [],
    networks: [operator],
  }))
}

function multiCountryPlans(
  region: (typeof worldRegions)[number],
  byCountry: ReadonlyMap<string, readonly OperatorEntry[]>,
  base: ReadonlyMap<string, number>,
): DraftPlan[] {
  const countries = countriesOfRegion[region].filter((code) => byCountry.has(code))
  const bases = countries.map((code) => base.get(code) ?? 6).toSorted((a, b) => a - b)
  const middling = bases[Math.floor(bases.length / 2)] ?? 3
  return [...sizes, ...rareSizes].map(([gigabytes, days]) => ({
    ...details(region),
    tariffID: `${region}-${sizeName(gigabytes)}-${days}d`,
    operator: ownOperator.ident,
    countries,
    region: null,
    worldRegion: region,
    market: 'travel',
    gigabytes,
    days,
    fairUse: fairUse(region, gigabytes),
    prices: pricesOf({ gigabytes, days, base: middling, factor: 1.1 + countries.length / 100 }),
    minutes: null,
    sms: null,
    unlimitedApps: [],
    networks: countries.flatMap((code) => (byCountry.get(code) ?? []).slice(0, 2)),
  }))
}

function russianPlans(operator: OperatorEntry, region: string | null): DraftPlan[] {
  return russianSizes.map(({ gigabytes, minutes, sms, apps, factor }) => ({
    ...details(operator.ident),
    tariffID: [operator.ident, region ?? 'all', sizeName(gigabytes), 'calls'].join('-'),
    operator: operator.ident,
    countries: ['ru'],
    region,
    worldRegion: null,
    market: 'russia',
    gigabytes,
    days: month,
    fairUse: fairUse(operator.ident, gigabytes),
    prices: pricesOf({
      gigabytes,
      days: month,
      base: 1.6,
      factor: factor * (region === null ? 1.3 : 1),
    }),
    minutes,
    sms,
    unlimitedApps: apps,
    networks: [operator],
    topUp: true,
    kyc: true,
  }))
}

function details(key: string): Pick<DraftPlan, 'hotspot' | 'topUp' | 'kyc' | 'apn'> {
  const share = stableShare(`${key} details`)
  return {
    hotspot: share < 0.6 ? 'yes' : share < 0.75 ? 'limited' : share < 0.85 ? 'no' : 'unknown',
    topUp: share < 0.4 ? true : share < 0.8 ? false : null,
    kyc: share < 0.9 ? false : null,
    apn: share < 0.7 ? 'internet' : null,
  }
}

function fairUse(key: string, gigabytes: number | null): DraftPlan['fairUse'] {
  if (gigabytes !== null) return null
  const share = stableShare(`${key} fair use`)
  return {
    thresholdMb: share < 0.3 ? 1024 : share < 0.7 ? 2048 : 3072,
    speedKbps: share < 0.5 ? 512 : 1024,
  }
}

function sizeName(gigabytes: number | null): string {
  return gigabytes === null ? 'unlimited' : `${gigabytes}gb`
}
