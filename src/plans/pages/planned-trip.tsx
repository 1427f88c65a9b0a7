import type { ApiClient } from '../../site/api/api-client.ts'
import type { CountryLists } from '../../site/api/dictionaries.ts'
import type { Country } from '../operations.ts'
import { searchOrder } from '../search-order.ts'
import { maxStops, tripBounds } from '../trip-bounds.shared.ts'
import { demandOfSearch } from '../demand.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { findStops } from '../trip-search.shared.ts'
import { needOf, readTripText } from '../trip-text.shared.ts'
import { ListFailed } from '../../ui/lists.tsx'
import { SearchForm } from '../../ui/navigation.tsx'
import { useSite } from '../../ui/site.tsx'
import { href } from '../../words/paths.shared.ts'
import { sizeText } from '../../words/plan-words.ts'
import { megabytesInGigabyte } from '../../kit/plan-sizes.shared.ts'
import { drawnRouteOf } from './coverage.tsx'
import { TripAnswer } from './trip-answer.tsx'
import { StayLink, TripExamples, UseLinks } from './trip-links.tsx'
import { GroupPlans, loadGroups, stopTitle } from './trip-groups.tsx'
import { problemsID, StopsWithoutPlans, titlesOf, TripNotes, UnsurePlaces } from './trip-notes.tsx'
import { timeInOpen, tripTime, type EnteredTrip, type TripSearchQuery } from './trip-query.ts'

/** Returns the answer to a trip, and the titles of its places. */
export async function showTrip(c: AppContext, query: TripSearchQuery) {
  const trip = await loadTrip(c, query)
  const now = new Date(c.var.now())
  return { titles: titlesOf(trip.stops), content: <Trip {...{ ...trip, query, now }} /> }
}

type TripData = Awaited<ReturnType<typeof loadTrip>>
type TripProps = TripData & { readonly query: TripSearchQuery; readonly now: Date }

function Trip({ query, now, ...trip }: TripProps) {
  const { all, stops, open, titles, days, stays, gigabytes, answer, hasStays } = trip
  const site = useSite()
  const use = trip.isSized ? null : site.words(`trip.uses.${trip.use}`)
  const need = use ?? sizeText(site, { trafficMb: gigabytes * megabytesInGigabyte })
  return (
    <>
      <TripBox {...trip} text={query.search_string} />
      {(all.hasFailed || answer?.ok === false) && <ListFailed />}
      <UnsurePlaces maybe={trip.maybe} text={query.search_string} />
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
          {open.length > 1 && stays === null && titles.length === stops.length && (
            <StayLink trip={{ titles, days, stays }} need={need} />
          )}
        </TripAnswer>
      )}
    </>
  )
}

/** Shows the field of the trip below the heading, after its styles. */
function TripBox({ leftOut, isUnknown, text, ...trip }: TripData & { readonly text: string }) {
  const { locale, words } = useSite()
  const { titles, days, stays, use } = trip
  return (
    <div className="masthead below-heading">
      <TripNotes {...trip} text={isUnknown ? text : null} tooMany={titlesOf(leftOut)} />
      <SearchForm
        action={href(locale, 'trip')}
        label={words('tripSearch.where')}
        value={text}
        placeholder={words('tripSearch.example')}
        problemsID={isUnknown ? problemsID : undefined}
        hasCountries
      />
      {trip.hasPlaces && !trip.isSized && <UseLinks trip={{ titles, days, stays }} use={use} />}
    </div>
  )
}

/** Reads the trip of a query: its places, its days in all and in each place, and its data. */
function readTrip(query: TripSearchQuery, lists: CountryLists, now: Date) {
  const text = readTripText(query.search_string, now)
  const found = findStops(searchOrder(lists.all.list, lists.popular.list), text.places)
  const { countries, groups, unknown, maybe } = found
  const stops = countries.slice(0, maxStops)
  // In a text with an unknown place, the days in the others are not certain.
  const places = unknown.length + maybe.length + groups.length > 0 ? 0 : countries.length
  const { typedDays, unreadDates } = text
  return {
    ...found,
    ...needOf(text),
    ...tripTime(places, { stays: text.stays ?? [], days: needOf(text).days }),
    isSized: text.gigabytes !== null,
    isTimed: typedDays !== null,
    stops,
    /** Places in the typed order. */
    named: found.stops,
    leftOut: countries.slice(maxStops),
    /** The days of the trip, if they are more than the planner accepts. */
    tooManyDays: typedDays !== null && typedDays > tripBounds.max ? typedDays : null,
    unreadDates,
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
  if (!lists.all.hasFailed) reportUnmetDemand(c, unmetDemandOf(query.search_string, trip))
  return {
    ...lists,
    ...trip,
    groups,
    /** Stops with plans in stock. */
    open,
    hasPlaces,
    /** The places with which the planner finds the same trip. */
    titles: [...named.map((stop) => stopTitle(words, stop)), ...typed],
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
