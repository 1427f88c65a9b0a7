import type { CountryLists } from '../../site/api/dictionaries.ts'
import type { Country } from '../operations.ts'
import { CountryChips } from '../place-list.tsx'
import { tripBounds, maxStops } from '../trip-bounds.shared.ts'
import { nearbyOnSale } from '../uncovered-countries.ts'
import type { UnsurePlace } from '../trip-search.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { placePhrase } from '../../words/place-names.ts'
import { useSite } from '../../ui/site.tsx'

/** The id of the message about the places. */
export const problemsID = 'places'

type NotesProps = {
  /** A text without any place, or null. */
  readonly text: string | null
  readonly unreadDates: readonly string[]
  /** Words that seem to be places that the shop does not know. */
  readonly unknown: readonly string[]
  /** Titles of countries beyond the most that a trip can have. */
  readonly tooMany: readonly string[]
  readonly tooManyDays: number | null
  readonly days: number
  readonly hasPlaces: boolean
  readonly isTimed: boolean
}

/** Shows what the planner did not understand, or left out, above the fields. */
export function TripNotes({ text, unreadDates, unknown, tooMany, ...trip }: NotesProps) {
  const { words } = useSite()
  const notes = [
    tooMany.length > 0 &&
      words('tripSearch.tooMany', { count: maxStops, countries: tooMany.join(', ') }),
    text === null &&
      unknown.length > 0 &&
      words('tripSearch.leftOut', { names: unknown.join(', ') }),
    trip.tooManyDays !== null &&
      words('tripSearch.tooLong', {
        most: words('units.days', { count: tripBounds.max }),
        days: words('units.days', { count: trip.tooManyDays }),
      }),
    trip.hasPlaces &&
      !trip.isTimed &&
      words('tripSearch.assumed', { days: words('units.days', { count: trip.days }) }),
  ].filter((note) => note !== false)
  if (text === null && unreadDates.length === 0 && notes.length === 0) return null
  return (
    <div role="status" id={problemsID}>
      {text !== null && <p className="error">{words('tripSearch.unknown', { text })}</p>}
      {unreadDates.length > 0 && (
        <p className="error">
          {words('tripSearch.unreadDates', { dates: unreadDates.join(', ') })}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
    </div>
  )
}

type UnsureProps = {
  readonly maybe: readonly UnsurePlace<Country>[]
  readonly text: string
}

/** Asks what a misspelt word means. Each answer is a link to the same trip with another text. */
export function UnsurePlaces({ maybe, text }: UnsureProps) {
  const { locale, words } = useSite()
  const withText = (search_string: string) =>
    href(locale, 'trip', null, { search_string: search_string.trim() })
  return maybe.map(({ typed, countries }) => {
    const [first, second] = countries
    const isOne = first !== undefined && second === undefined
    return (
      <section key={typed} className="notice">
        <h2>
          {isOne
            ? words('tripSearch.didYouMean', { country: first.title })
            : words('tripSearch.whichOne', { typed })}
        </h2>
        <p className="actions">
          {countries.map(({ countryCode2Letters: code, title }) => (
            <a
              key={code}
              className={isOne ? 'button' : 'button quiet'}
              href={withText(text.replace(typed, () => title))}
              rel="nofollow"
            >
              {isOne ? words('tripSearch.yes') : title}
            </a>
          ))}
          <a className="button quiet" href={withText(text.replace(typed, ''))} rel="nofollow">
            {words('tripSearch.skip', { typed })}
          </a>
        </p>
      </section>
    )
  })
}

type StopsProps = CountryLists & { readonly stops: readonly Country[] }

/** Shows the countries of a trip in which no plan works, with links to countries nearby. */
export function StopsWithoutPlans({ stops, all, popular }: StopsProps) {
  const { locale, words } = useSite()
  const closed = stops.filter(({ inStock }) => !inStock)
  if (closed.length === 0) return null
  return (
    <section className="first choices">
      <h2>{titlesOf(stops).join(' → ')}</h2>
      <p className="empty">
        {words('tripSearch.soldOut', { countries: titlesOf(closed).join(', ') })}
      </p>
      {closed.map(({ countryCode2Letters: code, title }) => (
        <NearbyCountries
          key={code}
          place={placePhrase(locale, code, title)}
          countries={nearbyOnSale(code, all.list, popular.list).filter(
            (near) => !stops.includes(near),
          )}
        />
      ))}
    </section>
  )
}

export function titlesOf(countries: readonly Country[]): string[] {
  return countries.map(({ title }) => title)
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
