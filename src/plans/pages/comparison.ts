import type { DetailedPlan } from '../operations.ts'
import { titleOrder, formatList } from '../../words/formats.shared.ts'
import {
  fairUseText,
  networksText,
  placeOrOperator,
  priceText,
  sizeText,
  unitPriceText,
} from '../../words/plan-words.ts'
import type { Site } from '../../ui/site.tsx'
import { dailyUse, uses, type Use } from '../trip-bounds.shared.ts'
import type { Fare } from '../fares.ts'

type PlanReader = Pick<Site, 'locale' | 'words' | 'currencies'>
type Plans = readonly DetailedPlan[]

/** A fact of every compared plan. */
export type ComparedFact = {
  readonly label: string
  /** A value for each plan, in their order. Null if the operator does not state it. */
  readonly values: readonly (string | null)[]
  /** The lowest value, if values can be compared and differ. */
  readonly lowest: number | null
}

type FactGroups = {
  readonly different: readonly ComparedFact[]
  readonly same: readonly ComparedFact[]
}

/** Compares plans, fact by fact. `country` is the country whose networks are shown, if known. */
export function compare(shopper: PlanReader, plans: Plans, country: string | null): FactGroups {
  const facts = comparedFacts(shopper, plans, country)
  const isSame = ({ values }: ComparedFact) => new Set(values).size === 1
  return { different: facts.filter((fact) => !isSame(fact)), same: facts.filter(isSame) }
}

/**
 * Returns `AIS, 5 GB, 15 days`, with the place instead of the operator for plans of several places.
 * Plans of the same place, size and days have their operator.
 */
export function planNames(shopper: PlanReader, plans: Plans): readonly string[] {
  const hasPlace = !areEqual(plans.map(({ placeTitle }) => placeTitle))
  const namesBy = (leadOf: (plan: DetailedPlan) => string) =>
    plans.map((plan) =>
      shopper.words('tariffCard.name', {
        place: leadOf(plan),
        size: sizeText(shopper, plan),
        days: shopper.words('units.days', { count: plan.validityDays }),
      }),
    )
  const names = namesBy((plan) => (hasPlace ? plan.placeTitle : placeOrOperator(plan)))
  const byOperator = namesBy(placeOrOperator)
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : (byOperator[index] ?? name),
  )
}

function areEqual(texts: readonly string[]): boolean {
  return new Set(texts).size <= 1
}

/** Facts that a plan may lack, in their order. */
const optional = [
  'minutes',
  'sms',
  'unlimitedApps',
  'fairUse',
  'hotspot',
  'topUp',
  'kyc',
  'conditions',
] as const

function comparedFacts(shopper: PlanReader, plans: Plans, country: string | null): ComparedFact[] {
  const { words } = shopper
  const all = plans.map((plan) => factsOf(shopper, plan))
  const row = (label: string, values: ComparedFact['values']) => ({ label, values, lowest: null })
  const fact = (name: keyof PlanFactTexts) =>
    row(
      words(`tariff.${name}`),
      all.map((facts) => facts[name]),
    )
  const isShown = (name: (typeof optional)[number]) =>
    name === 'minutes'
      ? plans.some(({ minutes }) => minutes !== null)
      : all.some((facts) => facts[name] !== noFact)
  return [
    priceFact(shopper, plans),
    unitPriceFact(shopper, plans),
    ...(['data', 'enough', 'valid'] as const).map(fact),
    row(
      words('filters.operator'),
      plans.map(({ operator }) => operator.title),
    ),
    row(
      words('placeTexts.networks'),
      plans.map((plan) => networksOf(shopper, plan, country)),
    ),
    row(
      words('tariff.coverageTitle'),
      plans.map((plan) => coverageText(shopper, plan, plans, country)),
    ),
    ...optional.filter(isShown).map(fact),
    fact('activation'),
  ]
}

/** The text of a fact that does not concern a plan, such as SMS of a plan without a number. */
export const noFact = '–'

export type PlanFactTexts = ReturnType<typeof factsOf>

/** Returns the facts of a plan by their words. Null if the operator does not state one. */
export function factsOf(site: PlanReader, plan: DetailedPlan) {
  const { words } = site
  const { minutes, sms, unlimitedApps, market, starts, fairUse, hotspot, topUp, kyc } = plan
  const days = words('units.days', { count: plan.validityDays })
  const withoutLimit = plan.trafficMb === null ? null : noFact
  return {
    data: sizeText(site, plan),
    enough: enoughText(site, plan),
    valid: words(starts === 'installation' ? 'tariff.validFromInstall' : 'tariff.validText', {
      days,
    }),
    minutes:
      minutes === null ? words('tariff.noNumber') : words('units.minutes', { count: minutes }),
    sms: sms === null ? noFact : words('units.sms', { count: sms }),
    unlimitedApps: unlimitedApps.join(', ') || noFact,
    fairUse: fairUse || plan.fairUseNote ? fairUseText(site, plan) : withoutLimit,
    hotspot: hotspot === 'unknown' ? null : words(`tariff.hotspots.${hotspot}`),
    topUp: topUp === null ? null : words(topUp ? 'tariff.topUpYes' : 'tariff.topUpNo'),
    kyc: kyc === null ? null : words(kyc ? 'tariff.kycYes' : 'tariff.kycNo'),
    conditions: plan.conditions ?? noFact,
    activation: words(market === 'russia' ? 'tariff.activationRussia' : 'tariff.activationTravel'),
  }
}

function priceFact(shopper: PlanReader, plans: Plans): ComparedFact {
  const { words, currencies } = shopper
  const [base] = currencies
  return {
    label: words('tariff.price'),
    values: plans.map(({ inStock, prices }) =>
      inStock ? priceText(shopper, prices) : words('errors.outOfStock'),
    ),
    lowest: lowestOf(plans.map(({ inStock, prices }) => (inStock ? prices[base] : undefined))),
  }
}

/** A price per GB and a price per day cannot be compared. */
function unitPriceFact(shopper: PlanReader, plans: Plans): ComparedFact {
  const { words, currencies } = shopper
  const [base] = currencies
  const kinds = new Set(plans.map(({ trafficMb }) => trafficMb === null))
  const label =
    kinds.size > 1 ? 'compare.perUnit' : kinds.has(true) ? 'tariff.perDay' : 'tariff.perGB'
  const prices = plans.map(({ inStock, unitPrices }) => (inStock ? unitPrices[base] : undefined))
  return {
    label: words(label),
    values: plans.map((plan) =>
      plan.inStock ? unitPriceText(shopper, plan) : words('errors.outOfStock'),
    ),
    lowest: kinds.size > 1 ? null : lowestOf(prices),
  }
}

/** Returns the position of the lowest of several different prices. */
function lowestOf(prices: readonly (number | undefined)[]): number | null {
  const known = prices.filter((price) => price !== undefined)
  const lowest = Math.min(...known)
  const isAlone = known.filter((price) => price === lowest).length === 1
  return known.length > 1 && isAlone ? prices.indexOf(lowest) : null
}

function enoughText(shopper: PlanReader, plan: DetailedPlan): string | null {
  const { words } = shopper
  const use = dataUseOf(plan)
  if (use === null) return null
  const amount = sizeText(shopper, { trafficMb: use.dailyMb })
  return words('tariff.enoughText', { amount, use: words(`tariff.uses.${use.use}`) })
}

/** Returns the networks in one country, or the number of countries by their fastest network. */
function networksOf(
  { words }: PlanReader,
  { networks, kind }: DetailedPlan,
  country: string | null,
): string | null {
  const here = networks.find(({ countryCode2Letters: code }) => code === country)
  if (here || kind !== 'multi')
    return networksText((here ? [here] : networks).flatMap((each) => each.networks)) || null
  const fastest = networks.map((each) =>
    each.networks
      .flatMap(({ generations }) => generations)
      .toSorted()
      .at(-1),
  )
  const counted = (['5G', '4G', '3G', '2G'] as const).flatMap((generation) => {
    const count = fastest.filter((each) => each === generation).length
    return count === 0 ? [] : `${generation}: ${words('units.countries', { count })}`
  })
  return counted.join(', ') || null
}

const namedCountries = 5

/**
 * Returns where a plan works, and which countries of the other plans it leaves out. The country of
 * the comparison comes first among them.
 */
function coverageText(
  { locale, words }: PlanReader,
  plan: DetailedPlan,
  plans: Plans,
  country: string | null,
): string {
  if (plan.kind !== 'multi') return words('country.only', { country: plan.placeTitle })
  const covered = words('units.countries', { count: plan.countryCodes.length })
  const titles = new Map(
    plans.flatMap(({ networks }) =>
      networks.map((each) => [each.countryCode2Letters, each.countryTitle] as const),
    ),
  )
  const inOrder = titleOrder(locale)
  const missing = [...new Set(plans.flatMap(({ countryCodes }) => countryCodes))]
    .filter((code) => !plan.countryCodes.includes(code))
    .map((code) => ({ isFirst: code === country, title: titles.get(code) ?? code.toUpperCase() }))
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst) || inOrder(a.title, b.title))
    .map(({ title }) => title)
  if (missing.length === 0) return covered
  const named = missing.slice(0, namedCountries)
  const others = missing.length - named.length
  const countries =
    others === 0
      ? formatList(locale, named)
      : words('compare.andMore', { countries: named.join(', '), count: others })
  return words('compare.without', { covered, countries })
}

/** MB of an hour of good-quality video, as in the answer `how-much-data`. */
const videoHourMb = 1536

/** The possible use of the data of a plan. */
type DataUse = {
  /** MB a day at full speed, if each day gets the same share. */
  readonly dailyMb: number
  /**
   * The most demanding use that this is enough for. `little` is less than maps and messages need.
   */
  readonly use: Use | 'little'
  /** Whole hours of video from all the data. 0 for unlimited plans. */
  readonly videoHours: number
}

/** Returns null for an unlimited plan whose daily limit is not stated, or that is always slow. */
export function dataUseOf({
  trafficMb,
  validityDays,
  fairUse,
}: Pick<Fare, 'trafficMb' | 'validityDays' | 'fairUse'>): DataUse | null {
  const dailyMb = trafficMb === null ? fairUse?.thresholdMb : trafficMb / validityDays
  if (!dailyMb) return null
  return {
    dailyMb: trafficMb === null ? dailyMb : withoutNoise(dailyMb),
    use: uses.findLast((use) => dailyUse[use] <= dailyMb) ?? 'little',
    videoHours: trafficMb === null ? 0 : Math.floor(trafficMb / videoHourMb),
  }
}

/** Rounds down to tens of MB: 680 instead of 682.67. */
function withoutNoise(megabytes: number): number {
  return megabytes < 10 ? Math.max(1, Math.floor(megabytes)) : Math.floor(megabytes / 10) * 10
}
