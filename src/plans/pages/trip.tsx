import { z } from 'zod'
import type { ReactNode } from 'react'
import type { ApiClient } from '../../site/api/api-client.ts'
import { searchString, wholeNumber } from '../../api/common.ts'
import type { Country } from '../operations.ts'
import { searchOrder } from '../search-order.ts'
import { gigabyteBounds, tripBounds, maxStops, sumOf } from '../trip.ts'
import { nearbyOnSale } from '../uncovered-countries.ts'
import { demandOfSearch } from '../demand.shared.ts'
import type { UnmetDemand } from '../demand.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { page } from '../../site/page.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { placePhrase } from '../../words/place-names.ts'
import { findStops } from '../trip-search.shared.ts'
import { readTripText } from '../trip-text.ts'
import { ListFailed } from '../../ui/lists.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import { TripAnswer } from './trip-answer.tsx'
import { TripExamples, StayForm, problemsID, TripSearchForm } from './trip-forms.tsx'
import { CountryChips } from '../place-list.tsx'

/** The values that the form suggests. */
const suggested = { days: 7, gigabytes: 5 } as const

const stay = wholeNumber(tripBounds).optional().catch(undefined)
const tripQuery = z.object({
  search_string: searchString,
  // More days than the planner accepts are planned as the first part of the trip.
  days: wholeNumber({ min: tripBounds.min }).optional().catch(undefined),
  gigabytes: wholeNumber(gigabyteBounds).optional().catch(undefined),
  stay1: stay,
  stay2: stay,
  stay3: stay,
  stay4: stay,
  stay5: stay,
})
type TripSearchQuery = z.output<typeof tripQuery>

export const tripPage = page('trip', {
  access: 'public',
  query: tripQuery,
  async get(c, { query }) {
    const { words } = c.var
    const trip = await loadTrip(c, query)
    const { all, stops, open, shownText: text, days, stays, gigabytes, answer, hasStays } = trip
    if (!all.hasFailed) reportUnmetDemand(c, unmetDemandOf(query.search_string, trip))
    return c.render(
      <>
        <TripQuestions {...trip} />
        {(all.hasFailed || answer?.ok === false) && <ListFailed />}
        {stops.length === 0 && <TripExamples countries={all.list} now={new Date(c.var.now())} />}
        <StopsWithoutPlans {...trip} />
        {answer?.ok && (
          <TripAnswer
            plans={answer.value.data}
            stops={open}
            days={days}
            gigabytes={gigabytes}
            isRest={open.length < stops.length}
            hasStays={hasStays}
          >
            {open.length > 1 && stays === null && (
              <StayForm stops={stops} text={text} gigabytes={gigabytes} />
            )}
          </TripAnswer>
        )}
      </>,
      {
        title: [words('tripSearch.title'), titlesOf(stops).join(', ')].filter(Boolean).join(': '),
        description: words('tripSearch.description'),
        isFiltered: query.search_string !== '',
        styles: 'trip',
        opening: <Masthead heading={words('tripSearch.heading')} lead={words('tripSearch.lead')} />,
      },
    )
  },
})

type TripData = Awaited<ReturnType<typeof loadTrip>>

/** Shows the form below the heading, after its styles. */
function TripQuestions({ shownText: text, unknown, leftOut, tooManyDays, ...form }: TripData) {
  const { days, gigabytes, stops, stays, unreadDates } = form
  const isUnknown = unknown.length > 0
  return (
    <div className="masthead below-heading">
      <Problems
        unknown={unknown}
        unreadDates={unreadDates}
        leftOut={titlesOf(leftOut)}
        tooManyDays={tooManyDays}
      />
      <TripSearchForm {...{ text, days, gigabytes, stops, stays, isUnknown }} />
    </div>
  )
}

async function loadTrip(c: AppContext, query: TripSearchQuery) {
  const { api, dictionaries } = c.var
  const text = readTripText(query.search_string, new Date(c.var.now()))
  const { all, popular } = await dictionaries.countryLists()
  const { countries, unknown } = findStops(searchOrder(all.list, popular.list), text.places)
  const stops = countries.slice(0, maxStops)
  const open = stops.filter(({ inStock }) => inStock)
  const { stay1, stay2, stay3, stay4, stay5 } = query
  const entered = [stay1, stay2, stay3, stay4, stay5].filter((days) => days !== undefined)
  // The fields name their countries. In a text with an unknown place, the days in the others are
  // not certain.
  const named = unknown.length > 0 ? 0 : countries.length
  const time = tripTime(text.stays === null ? stops.length : named, {
    stays: text.stays ?? entered,
    days: text.days ?? Math.min(query.days ?? suggested.days, tripBounds.max),
  })
  const askedDays = text.typedDays ?? (entered.length > 0 ? sumOf(entered) : (query.days ?? 0))
  const gigabytes = text.gigabytes ?? query.gigabytes ?? suggested.gigabytes
  const planned = timeInOpen(time, stops)
  return {
    all,
    popular,
    /** The search text as the page has interpreted it. */
    shownText: query.search_string === '' ? '' : [...titlesOf(stops), ...unknown].join(', '),
    stops,
    /** Stops with plans in stock. */
    open,
    leftOut: countries.slice(maxStops),
    /** The days of the trip, if they are more than the planner accepts. */
    tooManyDays: askedDays > tripBounds.max ? askedDays : null,
    // Without the list of countries, no place is known.
    unknown: all.hasFailed ? [] : unknown,
    unreadDates: text.unreadDates,
    ...time,
    gigabytes,
    /** Whether the plans are for the days in each country. */
    hasStays: planned.stays !== null,
    answer: await plansFor(api, open, { ...planned, gigabytes }),
  }
}

function unmetDemandOf(search: string, { unknown, stops }: TripData): readonly UnmetDemand[] {
  const closed = stops.filter(({ inStock }) => !inStock)
  return [
    ...closed.map(({ countryCode2Letters: subject }) => ({ kind: 'place', subject }) as const),
    ...demandOfSearch(search, unknown),
  ]
}

async function plansFor(
  api: ApiClient,
  stops: readonly Country[],
  { days, stays, gigabytes }: EnteredTrip & { readonly gigabytes: number },
) {
  if (stops.length === 0) return null
  const countries = stops.map(({ countryCode2Letters }) => countryCode2Letters).join(',')
  const byStay = stays === null ? {} : { stays: stays.join(',') }
  return api.tripPlans({ countries, days, gigabytes, ...byStay })
}

function titlesOf(countries: readonly Country[]): string[] {
  return countries.map(({ title }) => title)
}

type StopsProps = Pick<TripData, 'stops' | 'all' | 'popular'>

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

type ProblemProps = {
  readonly unknown: readonly string[]
  readonly unreadDates: readonly string[]
  readonly leftOut: readonly string[]
  readonly tooManyDays: number | null
}

/** Shows problems with the trip above its fields. */
function Problems({ unknown, unreadDates, leftOut, tooManyDays }: ProblemProps) {
  const { words } = useSite()
  const problems = [...unknown, ...unreadDates, ...leftOut]
  if (problems.length === 0 && tooManyDays === null) return null
  return (
    <div role="status" id={problemsID}>
      {unknown.length > 0 && (
        <p className="error">{words('tripSearch.unknown', { names: unknown.join(', ') })}</p>
      )}
      {unreadDates.length > 0 && (
        <p className="error">
          {words('tripSearch.unreadDates', { dates: unreadDates.join(', ') })}
        </p>
      )}
      {leftOut.length > 0 && (
        <p>{words('tripSearch.tooMany', { count: maxStops, countries: leftOut.join(', ') })}</p>
      )}
      {tooManyDays !== null && (
        <p>
          {words('tripSearch.tooLong', {
            most: words('units.days', { count: tripBounds.max }),
            days: words('units.days', { count: tooManyDays }),
          })}
        </p>
      )}
    </div>
  )
}

type Props = {
  /** Titles of all countries of the trip. */
  readonly route: readonly string[]
  /** Titles of the countries without plans. */
  readonly closed: readonly string[]
  readonly children: ReactNode
}

/** Shows the countries of a trip in which no plan works, with links to other countries. */
function ClosedStops({ route, closed, children }: Props) {
  const { words } = useSite()
  return (
    <section className="first choices">
      <h2>{route.join(' → ')}</h2>
      <p className="empty">{words('tripSearch.soldOut', { countries: closed.join(', ') })}</p>
      {children}
    </section>
  )
}

type NearbyProps = { readonly place: string; readonly countries: readonly Country[] }

/** Links to countries with plans near a country without plans. */
function NearbyCountries({ place, countries }: NearbyProps) {
  const { words } = useSite()
  if (countries.length === 0) return null
  return (
    <div>
      <h3>{words('tripSearch.nearby', { country: place })}</h3>
      <CountryChips countries={countries} />
    </div>
  )
}

type EnteredTrip = {
  readonly days: number
  /** Days in each stop. Null if the trip has days as a whole. */
  readonly stays: readonly number[] | null
}

/** Days that a visitor entered: for each place that the visitor named, or for the whole trip. */
type TypedTime = { readonly stays: readonly number[]; readonly days: number }

/** Returns stays only if each of the places has one, so that no country gets the days of another. */
function tripTime(places: number, { stays, days }: TypedTime): EnteredTrip {
  if (stays.length === 0) return { days, stays: null }
  const isEach = places > 1 && stays.length === places
  return { days: totalOf(stays), stays: isEach ? stays.slice(0, maxStops) : null }
}

/**
 * Returns the time in the stops with plans in stock. Without plans for a stop between two others, a
 * plan for both lasts longer than their stays, so the plans are for the whole time.
 */
export function timeInOpen(
  { days, stays }: EnteredTrip,
  stops: readonly Pick<Country, 'inStock'>[],
): EnteredTrip {
  if (stays === null) return { days, stays }
  const isOpen = (_stay: number, index: number) => stops[index]?.inStock === true
  const left = stays.filter(isOpen)
  const span = stays.slice(stays.findIndex(isOpen), stays.findLastIndex(isOpen) + 1)
  const isEach = left.length > 1 && left.length === span.length
  return { days: totalOf(span), stays: isEach ? left : null }
}

/** The API and the form accept at most 90 days. */
function totalOf(stays: readonly number[]): number {
  return Math.min(Math.max(sumOf(stays), tripBounds.min), tripBounds.max)
}
