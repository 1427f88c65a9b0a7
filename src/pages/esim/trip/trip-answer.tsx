import type { ReactNode } from 'react'
import type { Country } from '../../../contract/places.ts'
import type { Tariff } from '../../../contract/tariffs.ts'
import type { TripPlans } from '../../../contract/trip-plans.ts'
import { sumOfPrices } from '../../../domain/money.ts'
import type { Money } from '../../../domain/money.ts'
import { megabytesInGigabyte } from '../../../domain/tariff.ts'
import { formatMoney } from '../../../locale/formats.ts'
import { href } from '../../../locale/paths.ts'
import { placePhrase } from '../../../locale/place-phrase.ts'
import { priceText, shownPrice, sizeText } from '../../../locale/tariff-words.ts'
import type { PriceContext } from '../../../locale/tariff-words.ts'
import { useSite } from '../../../ui/site.tsx'
import type { Site } from '../../../ui/site.tsx'
import { Combination } from './combination.tsx'
import { PlanForStops, TripChoice } from './trip-choice.tsx'

type Props = {
  readonly plans: TripPlans
  readonly stops: readonly Country[]
  readonly days: number
  readonly gigabytes: number
  /** Whether other countries of the trip have no plans. */
  readonly isRest: boolean
  /** Whether the plans are for the days in each country. */
  readonly hasStays: boolean
  /** Shown between the plans for the trip and the plans that miss a country. */
  readonly children: ReactNode
}

/**
 * Shows the cheapest plan for a trip, the cheapest combination, and plans that do not work, with
 * the reason.
 */
export function TripAnswer({ plans, stops, days, gigabytes, isRest, hasStays, children }: Props) {
  const site = useSite()
  const { words } = site
  const { single } = plans
  const need = {
    days: words('units.days', { count: days }),
    size: sizeText(site, { trafficMb: gigabytes * megabytesInGigabyte }),
  }
  const saving = savingOf(site, plans)
  const isCheaper = saving !== null && saving.minor > 0
  const combination = isCheaper || areDifferent(plans) ? plans.combination : null
  const note = saving && comparison(site, saving)
  const route = stops.map(({ title }) => title).join(' → ')
  return (
    <>
      <section className="first choices">
        <div>
          <p className="eyebrow">{words('tripSearch.for', need)}</p>
          <h2>{isRest ? words('tripSearch.rest') : route}</h2>
        </div>
        {!single && !combination && <p className="empty">{words('tripSearch.none', need)}</p>}
        {isCheaper && combination && (
          <Combination parts={combination} stops={stops} note={note} hasStays={hasStays} isMain />
        )}
        {single && <SinglePlan tariff={single} stops={stops} isMain={!isCheaper} />}
        {!isCheaper && combination && (
          <Combination
            parts={combination}
            stops={stops}
            note={note}
            hasStays={hasStays}
            isMain={!single}
          />
        )}
      </section>
      {children}
      <PartialPlans plans={plans} stops={stops} />
    </>
  )
}

/** Whether the combination is more than the plan for the whole trip with plans added to it. */
function areDifferent({ single, combination }: TripPlans): boolean {
  return !combination?.some(({ tariff }) => tariff.tariffID === single?.tariffID)
}

/**
 * Returns how much less the combination costs than one plan, in the currency that the page shows.
 * The amount is negative if the combination costs more.
 */
function savingOf(site: PriceContext, { single, combination }: TripPlans): Money | null {
  if (!single || !combination) return null
  const sum = shownPrice(site, sumOfPrices(combination.map(({ tariff }) => tariff.prices)))
  const { minor, currency } = shownPrice(site, single.prices)
  return { minor: minor - sum.minor, currency }
}

function comparison({ locale, words }: Site, { minor, currency }: Money): string | null {
  if (minor === 0) return null
  const price = formatMoney(locale, { minor: Math.abs(minor), currency })
  return words(minor > 0 ? 'tripSearch.cheaper' : 'tripSearch.dearer', { price })
}

type SingleProps = {
  readonly tariff: Tariff
  readonly stops: readonly Country[]
  readonly isMain: boolean
}

function SinglePlan({ tariff, stops, isMain }: SingleProps) {
  const { words } = useSite()
  return (
    <TripChoice
      title={words(stops.length > 1 ? 'tripSearch.single' : 'tripSearch.cheapest')}
      note={stops.length > 1 ? words('tripSearch.nothingToSwitch') : null}
    >
      <PlanForStops tariff={tariff} countries={stops} isMain={isMain} isWhole />
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
        {partial.map(({ tariff, missing }) => (
          <li key={tariff.tariffID}>
            <PartialPlan
              tariff={tariff}
              missing={stops.filter(({ countryCode2Letters: code }) => missing.includes(code))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type PartialProps = { readonly tariff: Tariff; readonly missing: readonly Country[] }

function PartialPlan({ tariff, missing }: PartialProps) {
  const site = useSite()
  const { locale, words } = site
  const { operator, tariffID } = tariff
  const countries = missing.map(({ countryCode2Letters: code, title }) =>
    placePhrase(locale, code, title),
  )
  return (
    <>
      <a href={href(locale, 'tariff', { operator: operator.ident, tariffID })}>
        {tariff.placeTitle}, {sizeText(site, tariff)}, {priceText(site, tariff.prices)}
      </a>
      {': '}
      {words('tripSearch.missing', { countries: countries.join(', ') })}
    </>
  )
}
