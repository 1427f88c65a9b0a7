import type { ReactNode } from 'react'
import type { Country, Plan, TripPlans, TripPart } from '../operations.ts'
import { sumOfPrices, type Money } from '../../kit/money.shared.ts'
import { megabytesInGigabyte } from '../../kit/plan-sizes.shared.ts'
import { formatMoney } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { placePhrase } from '../../words/place-names.ts'
import {
  placeOrOperator,
  priceText,
  shownPrice,
  sizeText,
  unitPriceText,
} from '../../words/plan-words.ts'
import type { PriceContext } from '../../words/plan-words.ts'
import { isSimplest } from '../trip.ts'
import { useSite, type Site } from '../../ui/site.tsx'
import { orderParams } from '../../words/order-params.ts'
import { Flag } from '../../ui/flag.tsx'
import { PlanPassCard } from '../plan-card.tsx'
import { RouteMap } from './coverage.tsx'
import type { MapPicture } from '../map/draw-map.ts'

type Props = {
  readonly plans: TripPlans
  readonly stops: readonly Country[]
  readonly days: number
  readonly gigabytes: number
  /** Whether other countries of the trip have no plans. */
  readonly isRest: boolean
  /** Whether the plans are for the days in each country. */
  readonly hasStays: boolean
  /** A map of the route, or null for one country. */
  readonly route: MapPicture | null
  /** Shown between the plans for the trip and the plans that miss a country. */
  readonly children: ReactNode
}

/**
 * Shows the cheapest plan for a trip, the cheapest combination, and plans that do not work, with
 * the reason. One plan that costs little more than the combination comes first.
 */
export function TripAnswer({ plans, stops, isRest, route: map, children, ...trip }: Props) {
  const site = useSite()
  const { words } = site
  const { single, combination } = plans
  const need = {
    days: words('units.days', { count: trip.days }),
    size: sizeText(site, { trafficMb: trip.gigabytes * megabytesInGigabyte }),
  }
  const route = stops.map(({ title }) => title).join(' → ')
  return (
    <>
      <section className="first choices">
        <div>
          <p className="eyebrow">{words('tripSearch.for', need)}</p>
          <h2>{isRest ? words('tripSearch.rest') : route}</h2>
        </div>
        {!single && !combination && <p className="empty">{words('tripSearch.none', need)}</p>}
        <WholeTripPlans plans={plans} stops={stops} hasStays={trip.hasStays} />
        {map && <RouteMap map={map} label={route} />}
      </section>
      {children}
      <PartialPlans plans={plans} stops={stops} />
    </>
  )
}

function WholeTripPlans({ plans, stops, hasStays }: Pick<Props, 'plans' | 'stops' | 'hasStays'>) {
  const site = useSite()
  const { single } = plans
  const { combination, saving, isCheaper, isBest } = comparedPlans(site, plans)
  const isSingleFirst = isBest || !isCheaper
  const one = single && (
    <SinglePlan tariff={single} stops={stops} isBest={isBest} isMain={isSingleFirst} />
  )
  return (
    <>
      {isSingleFirst && one}
      {combination && (
        <Combination
          parts={combination}
          stops={stops}
          note={saving && comparison(site, saving)}
          hasStays={hasStays}
          isCheapest={isCheaper}
          isMain={!single || !isSingleFirst}
        />
      )}
      {!isSingleFirst && one}
    </>
  )
}

/** Returns the combination to show, and how it compares with one plan for the whole trip. */
function comparedPlans(site: Site, plans: TripPlans) {
  const { single, combination } = plans
  const saving = savingOf(site, plans)
  const isCheaper = saving !== null && saving.minor > 0
  const sum = combination && sumOfPrices(combination.map(({ tariff: plan }) => plan.prices))
  return {
    combination: isCheaper || areDifferent(plans) ? combination : null,
    saving,
    isCheaper,
    isBest:
      isCheaper &&
      single !== null &&
      sum !== null &&
      isSimplest(single.prices, sum, site.currencies[0]),
  }
}

/** Whether the combination is more than the plan for the whole trip with plans added to it. */
function areDifferent({ single, combination }: TripPlans): boolean {
  return !combination?.some(({ tariff: plan }) => plan.tariffID === single?.tariffID)
}

/**
 * Returns how much less the combination costs than one plan, in the currency that the page shows.
 * The amount is negative if the combination costs more.
 */
function savingOf(site: PriceContext, { single, combination }: TripPlans): Money | null {
  if (!single || !combination) return null
  const sum = shownPrice(site, sumOfPrices(combination.map(({ tariff: plan }) => plan.prices)))
  const { minor, currency } = shownPrice(site, single.prices)
  return { minor: minor - sum.minor, currency }
}

function comparison({ locale, words }: Site, { minor, currency }: Money): string | null {
  if (minor === 0) return null
  const price = formatMoney(locale, { minor: Math.abs(minor), currency })
  return words(minor > 0 ? 'tripSearch.cheaper' : 'tripSearch.dearer', { price })
}

type SingleProps = {
  readonly tariff: Plan
  readonly stops: readonly Country[]
  /** Whether it costs little more than several plans. */
  readonly isBest: boolean
  readonly isMain: boolean
}

function SinglePlan({ tariff: plan, stops, isBest, isMain }: SingleProps) {
  const site = useSite()
  const { words } = site
  const price = priceText(site, plan.prices)
  const several = isBest ? words('tripSearch.simplest', { price }) : words('tripSearch.single')
  return (
    <TripChoice
      title={stops.length > 1 ? several : words('tripSearch.cheapest')}
      note={stops.length > 1 ? words('tripSearch.nothingToSwitch') : null}
    >
      <PlanForStops tariff={plan} countries={stops} isMain={isMain} isWhole />
    </TripChoice>
  )
}

/** Lists plans that do not work in some of the countries. */
function PartialPlans({ plans: { partial }, stops }: Pick<Props, 'plans' | 'stops'>) {
  const { words } = useSite()
  if (partial.length === 0) return null
  return (
    <section>
      <h2>{words('tripSearch.partial')}</h2>
      <ul className="checks">
        {partial.map(({ tariff: plan, missing }) => (
          <li key={plan.tariffID}>
            <PartialPlan
              tariff={plan}
              missing={stops.filter(({ countryCode2Letters: code }) => missing.includes(code))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type PartialProps = { readonly tariff: Plan; readonly missing: readonly Country[] }

function PartialPlan({ tariff: plan, missing }: PartialProps) {
  const site = useSite()
  const { locale, words } = site
  const { operator, tariffID } = plan
  const countries = missing.map(({ countryCode2Letters: code, title }) =>
    placePhrase(locale, code, title),
  )
  return (
    <>
      <a href={href(locale, 'tariff', { operator: operator.ident, tariffID })}>
        {plan.placeTitle}, {sizeText(site, plan)}, {priceText(site, plan.prices)}
      </a>
      {': '}
      {words('tripSearch.missing', { countries: countries.join(', ') })}
    </>
  )
}

type CombinationProps = {
  readonly parts: readonly TripPart[]
  readonly stops: readonly Country[]
  readonly isMain: boolean
  /** Whether it costs less than one plan. */
  readonly isCheapest: boolean
  /** A comparison with one plan for the whole trip, or null without such a plan. */
  readonly note: string | null
  /** Whether the plans are for the days in each country. */
  readonly hasStays: boolean
}

/** Shows plans that cover the trip together, and one order of all of them. */
function Combination({ parts, stops, isMain, isCheapest, note, hasStays }: CombinationProps) {
  const site = useSite()
  const { locale, words } = site
  const price = priceText(site, sumOfPrices(parts.map(({ tariff: plan }) => plan.prices)))
  const plans = { tariffIDs: parts.map(({ tariff: plan }) => plan.tariffID), people: 1 }
  return (
    <TripChoice
      title={words(isCheapest ? 'tripSearch.cheapestSet' : 'tripSearch.combination', {
        count: parts.length,
        price,
      })}
      note={note}
      after={
        <>
          <p className="actions">
            <a
              className={isMain ? 'button' : 'button quiet'}
              href={href(locale, 'order', null, orderParams(plans))}
            >
              {words('tripSearch.order', { price })}
            </a>
          </p>
          <p className="soft">
            {words(hasStays ? 'tripSearch.sharesByDays' : 'tripSearch.shares')}
          </p>
        </>
      }
    >
      {parts.map(({ tariff: plan, countryCodes }) => (
        <PlanForStops
          key={`${plan.tariffID} ${countryCodes.join()}`}
          tariff={plan}
          countries={stops.filter(({ countryCode2Letters: code }) => countryCodes.includes(code))}
          isMain={false}
          isWhole={false}
        />
      ))}
    </TripChoice>
  )
}

type ChoiceProps = {
  readonly title: string
  /** The advantage over the other choice, or null. */
  readonly note: string | null
  /** Shown below the plans. */
  readonly after?: ReactNode
  readonly children: ReactNode
}

/** Shows plans that cover the whole trip. */
function TripChoice({ title, note, after, children }: ChoiceProps) {
  return (
    <div className="choices">
      <div>
        <h3>{title}</h3>
        {note !== null && <p className="soft">{note}</p>}
      </div>
      <ul className="passes stops">{children}</ul>
      {after}
    </div>
  )
}

type PlanProps = {
  readonly tariff: Plan
  readonly countries: readonly Country[]
  readonly isMain: boolean
  /** Whether the plan covers the whole trip. */
  readonly isWhole: boolean
}

/**
 * Shows a plan with its countries. A single country is the title. Several countries are beside the
 * days, unless the plan covers the whole trip.
 */
function PlanForStops({ tariff: plan, countries, isMain, isWhole }: PlanProps) {
  const site = useSite()
  const { words } = site
  const [first] = countries.length === 1 ? countries : []
  return (
    <PlanPassCard
      tariff={plan}
      label={
        <>
          {first && <Flag country={first.countryCode2Letters} />}
          <span>{first?.title ?? plan.placeTitle}</span>
        </>
      }
      note={unitPriceText(site, plan)}
      isMain={isMain}
    >
      {first && placeOrOperator(plan)}
      {!first && isWhole && words('units.countries', { count: plan.countryCodes.length })}
      {!first && !isWhole && countries.map(({ title }) => title).join(', ')}
    </PlanPassCard>
  )
}
