import { z } from 'zod'
import type { ApiClient } from '../../api/api-client.ts'
import { searchString, wholeNumber } from '../../contract/common.ts'
import type { Country } from '../../contract/places.ts'
import { searchOrder } from '../../domain/country-search/search-order.ts'
import { gigabyteBounds, tripBounds } from '../../domain/trip/trip-fares.ts'
import { maxStops } from '../../domain/trip/trip-cover.ts'
import { sumOf } from '../../domain/trip/trip-needs.ts'
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
import { Masthead } from '../../ui/layout/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import { ClosedStops, NearbyCountries } from './trip/closed-stops.tsx'
import { TripAnswer } from './trip/trip-answer.tsx'
import { TripExamples } from './trip/trip-examples.tsx'
import { StayForm } from './trip/stay-fields.tsx'
import { problemsID, TripSearchForm } from './trip/trip-search-form.tsx'
import { timeInOpen, tripTime } from './trip/trip-time.ts'
import type { EnteredTrip } from './trip/trip-time.ts'

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
