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
 * Recommends one answer to a trip, with its reason, then shows the cheaper or simpler one, and plans
 * that miss a country. One plan that costs little more than a combination comes first.
 */
export function TripAnswer({ plans, stops, isRest, route: map, children, ...trip }: Props) {
  const site = useSite()
  const { locale, words } = site
  const { single, combination } = plans
  const need = {
    days: words('units.days', { count: trip.days }),
    size: sizeText(site, { trafficMb: trip.gigabytes * megabytesInGigabyte }),
  }
  const route = stops.map(({ title }) => title).join(' → ')
  const [only] = stops.length === 1 ? stops : []
  return (
    <>
      <section className="first choices">
        <div>
          <p className="eyebrow">{words('tripSearch.for', need)}</p>
          <h2>{isRest ? words('tripSearch.rest') : route}</h2>
        </div>
        {!single && !combination && <p className="empty">{words('tripSearch.none', need)}</p>}
        <WholeTripPlans plans={plans} stops={stops} hasStays={trip.hasStays} need={need} />
        {only && (
          <p className="actions">
            <a href={href(locale, 'country', { country: only.countryCode2Letters })}>
              {words('tripSearch.allOfRegion', { region: only.title })}
            </a>
          </p>
        )}
        {map && <RouteMap map={map} label={route} />}
      </section>
      {children}
      <PartialPlans plans={plans} stops={stops} />
    </>
  )
}

type NeedTexts = { readonly days: string; readonly size: string }
type WholeTripProps = Pick<Props, 'plans' | 'stops' | 'hasStays'> & { readonly need: NeedTexts }

function WholeTripPlans({ plans, stops, hasStays, need }: WholeTripProps) {
  const site = useSite()
  const { words } = site
  const { single } = plans
  const { combination, saving, isCheaper, isBest } = comparedPlans(site, plans)
  const isSingleFirst = single !== null && (isBest || !isCheaper)
  const note = saving && comparison(site, saving)
  const one = single && (
    <SinglePlan
      tariff={single}
      stops={stops}
      reason={isSingleFirst ? reasonForOne(site, { stops, saving, isBest, need }) : null}
    />
  )
  return (
    <>
      {isSingleFirst && one}
      {combination && (
        <Combination
          parts={combination}
          stops={stops}
          hasStays={hasStays}
          isCheapest={isCheaper}
          isMain={!isSingleFirst}
          note={single ? note : words('tripSearch.reasons.noSingle', need)}
        />
      )}
      {!isSingleFirst && one}
    </>
  )
}

type SingleReason = Pick<Props, 'stops'> & {
  readonly saving: Money | null
  readonly isBest: boolean
  readonly need: NeedTexts
}

/** Says why one plan is the answer. */
function reasonForOne({ locale, words }: Site, { stops, saving, isBest, need }: SingleReason) {
  if (stops.length === 1) return words('tripSearch.reasons.onlyCountry', need)
  return isBest && saving
    ? words('tripSearch.reasons.simplest', { price: formatMoney(locale, saving) })
    : words('tripSearch.reasons.cheapest')
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
  /** Why the shop recommends it, or null if it is the simpler choice. */
  readonly reason: string | null
}

function SinglePlan({ tariff: plan, stops, reason }: SingleProps) {
  const site = useSite()
  const { words } = site
  const price = priceText(site, plan.prices)
  return (
    <TripChoice
      title={words(reason === null ? 'tripSearch.simpler' : 'tripSearch.single', { price })}
      note={reason ?? words('tripSearch.nothingToSwitch')}
      isMain={reason !== null}
    >
      <PlanForStops tariff={plan} countries={stops} isMain={reason !== null} isWhole />
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
  /** A comparison with one plan for the whole trip, or the reason if there is none. */
  readonly note: string | null
  /** Whether the plans are for the days in each country. */
  readonly hasStays: boolean
}

/** Shows plans that cover the trip together, and one order of all of them. */
function Combination({ parts, stops, isMain, isCheapest, note, hasStays }: CombinationProps) {
  const site = useSite()
  const { locale, words } = site
  const price = priceText(site, sumOfPrices(parts.map(({ tariff: plan }) => plan.prices)))
  const title = isCheapest && !isMain ? 'tripSearch.cheaperSet' : 'tripSearch.combination'
  const plans = { tariffIDs: parts.map(({ tariff: plan }) => plan.tariffID), people: 1 }
  return (
    <TripChoice
      title={words(title, { count: parts.length, price })}
      note={note}
      isMain={isMain}
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
  /** The reason for it, or its advantage over the other choice. Null if there is none. */
  readonly note: string | null
  /** Whether the shop recommends it. */
  readonly isMain: boolean
  /** Shown below the plans. */
  readonly after?: ReactNode
  readonly children: ReactNode
}

/** Shows plans that cover the whole trip. */
function TripChoice({ title, note, isMain, after, children }: ChoiceProps) {
  const { words } = useSite()
  return (
    <div className="choices">
      <div>
        {isMain && <p className="eyebrow">{words('tripSearch.recommended')}</p>}
        <h3>{title}</h3>
        {note !== null && <p className={isMain ? undefined : 'soft'}>{note}</p>}
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
