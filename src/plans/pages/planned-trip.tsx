import type { ApiClient } from '../../site/api/api-client.ts'
import type { CountryLists } from '../../site/api/dictionaries.ts'
import type { Country } from '../operations.ts'
import { searchOrder } from '../search-order.ts'
import { gigabyteBounds, tripBounds, maxStops, sumOf } from '../trip.ts'
import { demandOfSearch } from '../demand.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { findStops } from '../trip-search.shared.ts'
import { readTripText } from '../trip-text.ts'
import { ListFailed } from '../../ui/lists.tsx'
import { drawnRouteOf } from './coverage.tsx'
import { TripAnswer } from './trip-answer.tsx'
import { TripExamples, StayForm, TripSearchForm } from './trip-forms.tsx'
import { GroupPlans, loadGroups, stopTitle } from './trip-groups.tsx'
import { StopsWithoutPlans, titlesOf, TripNotes, UnsurePlaces } from './trip-notes.tsx'
import { timeInOpen, tripTime, type EnteredTrip, type TripSearchQuery } from './trip-query.ts'

/** The values that the form suggests. */
const suggested = { days: 7, gigabytes: 5 } as const

/** Returns the answer to a trip, and the titles of its places. */
export async function showTrip(c: AppContext, query: TripSearchQuery) {
  const trip = await loadTrip(c, query)
  const now = new Date(c.var.now())
  return { titles: titlesOf(trip.stops), content: <Trip {...{ ...trip, query, now }} /> }
}

type TripData = Awaited<ReturnType<typeof loadTrip>>
type TripProps = TripData & { readonly query: TripSearchQuery; readonly now: Date }

function Trip({ query, now, ...trip }: TripProps) {
  const { all, stops, open, shownText: text, days, stays, gigabytes, answer, hasStays } = trip
  return (
    <>
      <TripQuestions {...trip} />
      {(all.hasFailed || answer?.ok === false) && <ListFailed />}
      <UnsurePlaces maybe={trip.maybe} query={query} />
      {!trip.hasPlaces && <TripExamples countries={all.list} now={now} />}
      <GroupPlans groups={trip.groups} days={days} gigabytes={gigabytes} />
      <StopsWithoutPlans {...trip} />
      {answer?.ok && (
        <TripAnswer
          plans={answer.value.data}
          stops={open}
          days={days}
          gigabytes={gigabytes}
          isRest={open.length < stops.length}
          hasStays={hasStays}
          route={trip.route}
        >
          {open.length > 1 && stays === null && (
            <StayForm stops={stops} text={text} gigabytes={gigabytes} />
          )}
        </TripAnswer>
      )}
    </>
  )
}

/** Shows the form below the heading, after its styles. */
function TripQuestions({ shownText: text, leftOut, isUnknown, ...form }: TripData) {
  const { days, gigabytes, stops, stays } = form
  return (
    <div className="masthead below-heading">
      <TripNotes {...form} text={isUnknown ? text : null} tooMany={titlesOf(leftOut)} />
      <TripSearchForm {...{ text, days, gigabytes, stops, stays, isUnknown }} />
    </div>
  )
}

/** Reads the trip of a query: its places, its days in all and in each place, and its data. */
function readTrip(query: TripSearchQuery, lists: CountryLists, now: Date) {
  const text = readTripText(query.search_string, now)
  const found = findStops(searchOrder(lists.all.list, lists.popular.list), text.places)
  const { countries, groups, unknown, maybe } = found
  const stops = countries.slice(0, maxStops)
  const { stay1, stay2, stay3, stay4, stay5 } = query
  const entered = [stay1, stay2, stay3, stay4, stay5].filter((days) => days !== undefined)
  // The fields name their countries. In a text with an unknown place, the days in the others are
  // not certain.
  const named = unknown.length + maybe.length + groups.length > 0 ? 0 : countries.length
  const time = tripTime(text.stays === null ? stops.length : named, {
    stays: text.stays ?? entered,
    days: text.days ?? Math.min(query.days ?? suggested.days, tripBounds.max),
  })
  const askedDays = text.typedDays ?? (entered.length > 0 ? sumOf(entered) : (query.days ?? 0))
  const typed = text.gigabytes && Math.max(text.gigabytes, gigabyteBounds.min)
  return {
    ...found,
    ...time,
    gigabytes: typed ?? query.gigabytes ?? suggested.gigabytes,
    stops,
    /** Places in the typed order. */
    named: found.stops,
    leftOut: countries.slice(maxStops),
    /** The days of the trip, if they are more than the planner accepts. */
    tooManyDays: askedDays > tripBounds.max ? askedDays : null,
    unreadDates: text.unreadDates,
  }
}

async function loadTrip(c: AppContext, query: TripSearchQuery) {
  const { api, dictionaries, words } = c.var
  const lists = await dictionaries.countryLists()
  const trip = readTrip(query, lists, new Date(c.var.now()))
  const { stops, named, maybe, gigabytes } = trip
  const open = stops.filter(({ inStock }) => inStock)
  const planned = timeInOpen(trip, stops)
  const [answer, groups] = await Promise.all([
    plansFor(api, open, { ...planned, gigabytes }),
    loadGroups(c, lists.all.list, trip),
  ])
  const hasPlaces = named.length + maybe.length > 0
  const typed = maybe.map((each) => each.typed)
  const titles = [...named.map((stop) => stopTitle(words, stop)), ...typed]
  if (!lists.all.hasFailed) reportUnmetDemand(c, unmetDemandOf(query.search_string, trip))
  return {
    ...lists,
    ...trip,
    groups,
    /** Stops with plans in stock. */
    open,
    hasPlaces,
    /** The search text as the page has interpreted it. */
    shownText: hasPlaces ? titles.join(', ') : query.search_string,
    /** Whether the text names no place. Without the list of countries, no place is known. */
    isUnknown: query.search_string !== '' && !lists.all.hasFailed && !hasPlaces,
    /** Whether the plans are for the days in each country. */
    hasStays: planned.stays !== null,
    answer,
    route: open.length > 1 ? await drawnRouteOf(stops) : null,
  }
}

function unmetDemandOf(search: string, { unknown, stops }: ReturnType<typeof readTrip>) {
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
