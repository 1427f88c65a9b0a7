import type { ReactNode } from 'react'
import type { PlaceTexts } from '../../texts/operations.ts'
import type { Plan, Country } from '../operations.ts'
import { findFare, findRepeatedFare } from '../trip.ts'
import { dailyUse, tripBounds, uses } from '../trip-bounds.shared.ts'
import type { Trip, FareMultiple } from '../trip.ts'
import { useSite } from '../../ui/site.tsx'
import { PlanPicks, PlanCard } from '../plan-card.tsx'
import { PlaceTextsSection } from './place-parts.tsx'
import { bestUnitPrice, pricePerGigabyte, fareRows } from '../fares.ts'
import { href } from '../../words/paths.shared.ts'
import { priceText, sizeText, fairUseText } from '../../words/plan-words.ts'
import { sumOfPrices, type Prices } from '../../kit/money.shared.ts'
import { Choice, NumberChoice } from '../../ui/lists.tsx'
import { CountryChips } from '../place-list.tsx'

type Props = {
  readonly action: string
  readonly fares: readonly Plan[]
  readonly trip: Trip | null
  readonly texts: PlaceTexts | null
  /** The coverage of the plans, or null if there is no map. */
  readonly children: ReactNode
}

/**
 * Shows the offers that most visitors of a country's page need: three plans, the lowest prices, and
 * the trip form. On a computer the trip form and the coverage are beside the lowest prices.
 */
export function CountryOffers({ action, fares, trip, texts, children }: Props) {
  const { words } = useSite()
  return (
    <>
      <section className="first">
        <h2>{words('country.picksTitle')}</h2>
        <PlanPicks fares={fares} />
      </section>
      <div className="halves">
        <section>
          <h2>{words('country.faresTitle')}</h2>
          <FareTable fares={fares} />
          <p className="soft">{words('country.faresText')}</p>
        </section>
        <div>
          <TripForm action={action} fares={fares} trip={trip} />
          {children}
        </div>
        <PlaceTextsSection texts={texts} />
      </div>
    </>
  )
}

/** Shows the lowest prices of each size with their days. Each price links to its plan. */
function FareTable({ fares }: { fares: readonly Plan[] }) {
  const site = useSite()
  const { words, currencies } = site
  const [base] = currencies
  const best = bestUnitPrice(fares, base)
  return (
    <table className="fares">
      <tbody>
        {fareRows(fares, base).map(({ trafficMb, fares: ofSize }) => (
          <tr key={trafficMb}>
            <th scope="row">
              {trafficMb === null ? words('units.unlimited') : sizeText(site, { trafficMb })}
            </th>
            <td>
              {ofSize.map((fare) => (
                <FareLink
                  key={fare.tariffID}
                  fare={fare}
                  isBest={best !== null && pricePerGigabyte(fare, base) === best}
                />
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FareLink({ fare, isBest }: { fare: Plan; isBest: boolean }) {
  const site = useSite()
  const { locale, words } = site
  const { operator, tariffID, prices, validityDays } = fare
  const price = priceText(site, prices)
  const days = words('units.days', { count: validityDays })
  const name = words('country.fareOf', { size: sizeText(site, fare), days, price })
  return (
    <a
      className={isBest ? 'best' : undefined}
      href={href(locale, 'tariff', { operator: operator.ident, tariffID })}
      aria-label={isBest ? `${name}. ${words('tariffCard.bestUnit')}` : name}
    >
      {price} <small>{days}</small>
    </a>
  )
}

type TripFormProps = {
  readonly action: string
  readonly fares: readonly Plan[]
  /**
   * The trip in the page's URL, or null if there is none. It may be longer than the trips that the
   * form accepts.
   */
  readonly trip: Trip | null
}

const suggestedDays = 7

/** A form for days and use. The answer is one plan, on a page whose URL can be shared. */
function TripForm({ action, fares, trip }: TripFormProps) {
  const { words } = useSite()
  const planned = trip && { ...trip, days: Math.min(trip.days, tripBounds.max) }
  return (
    <section id="trip" className="notice">
      <h2>{words('trip.title')}</h2>
      <form className="trip" action={`${action}#trip`}>
        <NumberChoice
          name="trip"
          label={words('trip.days')}
          bounds={tripBounds}
          value={planned?.days ?? suggestedDays}
        />
        <Choice name="use" label={words('trip.use')} value={trip?.use ?? 'mixed'}>
          {uses.map((use) => [use, words(`trip.uses.${use}`)])}
        </Choice>
        <button className="button quiet">{words('trip.submit')}</button>
      </form>
      {trip && trip.days > tripBounds.max && (
        <p>{words('trip.tooLong', { days: words('units.days', { count: tripBounds.max }) })}</p>
      )}
      {planned && <Answer fares={fares} trip={planned} />}
    </section>
  )
}

function Answer({ fares, trip }: { fares: readonly Plan[]; trip: Trip }) {
  const site = useSite()
  const { words, currencies } = site
  const single = findFare(fares, trip, currencies[0])
  const repeated = single ? undefined : findRepeatedFare(fares, trip, currencies[0])
  const found = single ?? repeated?.fare
  const days = words('units.days', { count: trip.days })
  const size = sizeText(site, { trafficMb: dailyUse[trip.use] * trip.days })
  return (
    <>
      <p role="status">
        {repeated
          ? words('trip.repeated', {
              days,
              size,
              count: repeated.count,
              total: priceText(site, totalOf(repeated)),
            })
          : words(found ? 'trip.answer' : 'trip.none', { days, size })}
      </p>
      {found && (
        <ul className="passes">
          <PlanCard tariff={found} titled="in-country" />
        </ul>
      )}
      {found?.trafficMb === null && <p className="soft">{fairUseText(site, found)}</p>}
    </>
  )
}

function totalOf({ fare, count }: FareMultiple<Plan>): Prices {
  return sumOfPrices(Array.from({ length: count }, () => fare.prices))
}

type StockAlertPlace = { readonly country: string; readonly region?: string }

/** Links to the request for one email when a place has plans again. */
export function StockAlertLink({ place }: { readonly place: StockAlertPlace }) {
  const { locale, words } = useSite()
  return (
    <p>
      <a className="button quiet" href={href(locale, 'stockAlert', null, place)} rel="nofollow">
        {words('stockAlert.title')}
      </a>
    </p>
  )
}

type OutOfStockProps = { readonly country: string; readonly nearby: readonly Country[] }

/**
 * Replaces the plans of a country without plans in stock. Links to countries nearby and to all
 * countries.
 */
export function OutOfStock({ country, nearby }: OutOfStockProps) {
  const { locale, words } = useSite()
  return (
    <section className="notice" role="status">
      <h2>{words('errors.outOfStock')}</h2>
      <p>{words('country.outOfStockText')}</p>
      <StockAlertLink place={{ country }} />
      {nearby.length > 0 && (
        <div>
          <h3>{words('country.nearby')}</h3>
          <CountryChips countries={nearby} />
        </div>
      )}
      <a className="button quiet" href={href(locale, 'countries')}>
        {words('home.allCountries')}
      </a>
    </section>
  )
}
