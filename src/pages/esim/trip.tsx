import { z } from 'zod'
import type { ApiClient } from '../../api/api-client.ts'
import { searchString, wholeNumber } from '../../contract/common.ts'
import type { Country } from '../../contract/places.ts'
import { searchOrder } from '../../domain/country-search/search-order.ts'
import { gigabyteBounds, tripBounds } from '../../domain/trip/trip-fares.ts'
import { maxStops } from '../../domain/trip/trip-cover.ts'
import { nearbyOnSale } from '../../domain/uncovered-countries.ts'
import { demandOfSearch } from '../../domain/unmet-demand.ts'
import type { UnmetDemand } from '../../domain/unmet-demand.ts'
import type { AppContext } from '../../http/app-env.ts'
import { page } from '../../http/page/page.ts'
import { reportUnmetDemand } from '../../http/demand-reports.ts'
import { placePhrase } from '../../locale/place-phrase.ts'
import { findStops } from '../../locale/search/trip-search.ts'
import { readTripText } from '../../locale/search/trip-text.ts'
import { ListFailed } from '../../ui/list-failed.tsx'
import { useSite } from '../../ui/site.tsx'
import { ClosedStops, NearbyCountries } from './trip/closed-stops.tsx'
import { TripAnswer } from './trip/trip-answer.tsx'
import { TripExamples } from './trip/trip-examples.tsx'
import { problemsID, TripSearchForm } from './trip/trip-search-form.tsx'

/** The values that the form suggests. */
const suggested = { days: 7, gigabytes: 5 } as const

const tripQuery = z.object({
  search_string: searchString,
  days: wholeNumber(tripBounds).optional().catch(undefined),
  gigabytes: wholeNumber(gigabyteBounds).optional().catch(undefined),
})
type TripSearchQuery = z.output<typeof tripQuery>

export const tripPage = page('trip', {
  access: 'public',
  query: tripQuery,
  async get(c, { query }) {
    const { words } = c.var
    const trip = await loadTrip(c, query)
    const { all, stops, open, days, gigabytes, answer } = trip
    if (!all.hasFailed) reportUnmetDemand(c, unmetDemandOf(query.search_string, trip))
    return c.render(
      <>
        <section className="masthead">
          <h1>{words('tripSearch.heading')}</h1>
          <p className="lead">{words('tripSearch.lead')}</p>
          <TripSearchForm
            text={trip.shownText}
            days={days}
            gigabytes={gigabytes}
            isUnknown={trip.unknown.length > 0}
          />
          <Problems unknown={trip.unknown} leftOut={titlesOf(trip.leftOut)} />
        </section>
        {(all.hasFailed || answer?.ok === false) && <ListFailed />}
        {stops.length === 0 && <TripExamples countries={all.list} />}
        <StopsWithoutPlans {...trip} />
        {answer?.ok && (
          <TripAnswer
            plans={answer.value.data}
            stops={open}
            days={days}
            gigabytes={gigabytes}
            isRest={open.length < stops.length}
          />
        )}
      </>,
      {
        title: [words('tripSearch.title'), titlesOf(stops).join(', ')].filter(Boolean).join(': '),
        description: words('tripSearch.description'),
        isFiltered: query.search_string !== '',
        styles: 'trip',
      },
    )
  },
})

async function loadTrip(c: AppContext, query: TripSearchQuery) {
  const { api, dictionaries } = c.var
  const text = readTripText(query.search_string)
  const { all, popular } = await dictionaries.countryLists()
  const { countries, unknown } = findStops(searchOrder(all.list, popular.list), text.places)
  const stops = countries.slice(0, maxStops)
  const open = stops.filter(({ inStock }) => inStock)
  const days = text.days ?? query.days ?? suggested.days
  const gigabytes = text.gigabytes ?? query.gigabytes ?? suggested.gigabytes
  return {
    all,
    popular,
    /** The search text as the page has interpreted it. */
    shownText: query.search_string === '' ? '' : [...titlesOf(stops), ...unknown].join(', '),
    stops,
    /** Stops with plans in stock. */
    open,
    leftOut: countries.slice(maxStops),
    // Without the list of countries, no place is known.
    unknown: all.hasFailed ? [] : unknown,
    days,
    gigabytes,
    answer: await plansFor(api, open, { days, gigabytes }),
  }
}

function unmetDemandOf(
  search: string,
  { unknown, stops }: Awaited<ReturnType<typeof loadTrip>>,
): readonly UnmetDemand[] {
  const closed = stops.filter(({ inStock }) => !inStock)
  return [
    ...closed.map(({ countryCode2Letters: subject }) => ({ kind: 'place', subject }) as const),
    ...demandOfSearch(search, unknown),
  ]
}

async function plansFor(
  api: ApiClient,
  stops: readonly Country[],
  trip: { readonly days: number; readonly gigabytes: number },
) {
  if (stops.length === 0) return null
  const codes = stops.map(({ countryCode2Letters }) => countryCode2Letters)
  return api.tripPlans({ countries: codes.join(','), ...trip })
}

function titlesOf(countries: readonly Country[]): string[] {
  return countries.map(({ title }) => title)
}

type StopsProps = Pick<Awaited<ReturnType<typeof loadTrip>>, 'stops' | 'all' | 'popular'>

function StopsWithoutPlans({ stops, all, popular }: StopsProps) {
  const { locale } = useSite()
  const closed = stops.filter(({ inStock }) => !inStock)
  if (closed.length === 0) return null
  return (
    <ClosedStops route={titlesOf(stops)} closed={titlesOf(closed)}>
      {closed.map(({ countryCode2Letters: code, title }) => (
        <NearbyCountries
          key={code}
          place={placePhrase(locale, code, title)}
          countries={nearbyOnSale(code, all.list, popular.list).filter(
            (near) => !stops.includes(near),
          )}
        />
      ))}
    </ClosedStops>
  )
}

type ProblemProps = { readonly unknown: readonly string[]; readonly leftOut: readonly string[] }

function Problems({ unknown, leftOut }: ProblemProps) {
  const { words } = useSite()
  return (
    <div role="status" id={problemsID}>
      {unknown.length > 0 && (
        <p className="error">{words('tripSearch.unknown', { names: unknown.join(', ') })}</p>
      )}
      {leftOut.length > 0 && (
        <p>{words('tripSearch.tooMany', { count: maxStops, countries: leftOut.join(', ') })}</p>
      )}
    </div>
  )
}
