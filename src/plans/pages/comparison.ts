import type { DetailedPlan } from '../operations.ts'
import { titleOrder, formatList } from '../../words/formats.shared.ts'
import { priceText, sizeText, unitPriceText } from '../../words/plan-words.ts'
import type { Site } from '../../ui/site.tsx'
import { networksText, termsOf } from '../plan-facts.tsx'
import { dailyUse, uses } from '../trip.ts'
import type { Use } from '../trip.ts'
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

type ComparedFacts = {
  readonly different: readonly ComparedFact[]
  readonly same: readonly ComparedFact[]
}

/** Compares plans, fact by fact. `country` is the country whose networks are shown, if known. */
export function compare(shopper: PlanReader, plans: Plans, country: string | null): ComparedFacts {
  const facts = factsOf(shopper, plans, country)
  const isSame = ({ values }: ComparedFact) => new Set(values).size === 1
  return {
    different: facts.filter((fact) => !isSame(fact)),
    same: facts.filter(isSame),
  }
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

function placeOrOperator({ kind, placeTitle, operator }: DetailedPlan): string {
  return kind === 'multi' ? placeTitle : operator.title
}

/**
 * Returns the shortest name for each plan that no other plan has: `AIS`, or `5 GB, 15 days`.
 * The names repeat in every row of a narrow screen.
 */
export function shortNames(shopper: PlanReader, plans: Plans): readonly string[] {
  const { words } = shopper
  const places = plans.map(({ placeTitle }) => placeTitle)
  const parts = [
    places,
    plans.map(({ operator }) => operator.title),
    plans.map((plan) => sizeText(shopper, plan)),
    plans.map(({ validityDays }) => words('units.days', { count: validityDays })),
    plans.map(({ prices }) => priceText(shopper, prices)),
  ]
  const one = [places, plans.map(placeOrOperator), ...parts].find(areDifferent)
  if (one) return one
  return parts
    .filter((part) => !areEqual(part))
    .reduce(
      (names, part) =>
        areDifferent(names)
          ? names
          : names.map((name, plan) => [name, part[plan]].filter(Boolean).join(', ')),
      plans.map(() => ''),
    )
}

function areDifferent(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length
}

function areEqual(texts: readonly string[]): boolean {
  return new Set(texts).size <= 1
}

function factsOf(shopper: PlanReader, plans: Plans, country: string | null): ComparedFact[] {
  const { words } = shopper
  const fact = (label: string, valueOf: (plan: DetailedPlan) => string | null): ComparedFact => ({
    label,
    values: plans.map(valueOf),
    lowest: null,
  })
  return [
    priceFact(shopper, plans),
    unitPriceFact(shopper, plans),
    fact(words('tariff.data'), (plan) => sizeText(shopper, plan)),
    fact(words('tariff.enough'), (plan) => enoughText(shopper, plan)),
    fact(words('tariff.valid'), ({ validityDays: count, starts }) =>
      words(starts === 'installation' ? 'tariff.validFromInstall' : 'tariff.validText', {
        days: words('units.days', { count }),
      }),
    ),
    fact(words('filters.operator'), ({ operator }) => operator.title),
    fact(words('placeTexts.networks'), (plan) => networksOf(shopper, plan, country)),
    fact(words('tariff.coverageTitle'), (plan) => coverageText(shopper, plan, plans, country)),
    ...callFacts(shopper, plans),
    ...termFacts(shopper, plans),
    fact(words('tariff.activation'), ({ market }) =>
      words(market === 'russia' ? 'tariff.activationRussia' : 'tariff.activationTravel'),
    ),
  ]
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

/** Leaves out calls, SMS and apps that no plan has. */
function callFacts({ words }: PlanReader, plans: Plans): ComparedFact[] {
  const facts = [
    {
      label: words('tariff.minutes'),
      values: plans.map(({ minutes }) =>
        minutes === null ? words('tariff.noNumber') : words('units.minutes', { count: minutes }),
      ),
      isShown: plans.some(({ minutes }) => minutes !== null),
    },
    {
      label: words('tariff.sms'),
      values: plans.map(({ sms }) => (sms === null ? '–' : words('units.sms', { count: sms }))),
      isShown: plans.some(({ sms }) => sms !== null),
    },
    {
      label: words('tariff.unlimitedApps'),
      values: plans.map(({ unlimitedApps }) => unlimitedApps.join(', ') || '–'),
      isShown: plans.some(({ unlimitedApps }) => unlimitedApps.length > 0),
    },
  ]
  return facts
    .filter(({ isShown }) => isShown)
    .map(({ label, values }) => ({ label, values, lowest: null }))
}

/** The APN is not a reason to choose a plan. Limited plans have no daily limit. */
function termFacts(shopper: PlanReader, plans: Plans): ComparedFact[] {
  const terms = plans.map((plan) => termsOf(shopper, plan))
  const [first = []] = terms
  return first.flatMap(([term], index) => {
    if (term === 'apn') return []
    const isOfUnlimited = term === 'fairUse'
    if (isOfUnlimited && plans.every(({ trafficMb }) => trafficMb !== null)) return []
    const values = plans.map(({ trafficMb }, plan) =>
      isOfUnlimited && trafficMb !== null ? '–' : (terms[plan]?.[index]?.[1] ?? null),
    )
    return [{ label: shopper.words(`tariff.${term}`), values, lowest: null }]
  })
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

/** Returns null for an unlimited plan whose daily limit is not stated. */
export function dataUseOf({
  trafficMb,
  validityDays,
  fairUse,
}: Pick<Fare, 'trafficMb' | 'validityDays' | 'fairUse'>): DataUse | null {
  const dailyMb = trafficMb === null ? fairUse?.thresholdMb : trafficMb / validityDays
  if (dailyMb === undefined) return null
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
