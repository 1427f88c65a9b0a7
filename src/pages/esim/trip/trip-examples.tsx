import type { Country } from '../../../contract/places.ts'
import { findStops } from '../../../locale/search/trip-search.ts'
import { readTripText } from '../../../locale/search/trip-text.ts'
import type { TripText } from '../../../locale/search/trip-text.ts'
import { href } from '../../../locale/paths.ts'
import { Flag } from '../../../ui/flag.tsx'
import { useSite } from '../../../ui/site.tsx'

const names = ['neighbours', 'roundTrip', 'faraway'] as const

type Props = { readonly countries: readonly Country[]; readonly now: Date }

/** Links to example trips. Omits an example with a country that the shop does not sell. */
export function TripExamples({ countries, now }: Props) {
  const { words } = useSite()
  const trips = names
    .map((name) => words(`tripSearch.examples.${name}`))
    .map((text) => ({ trip: readTripText(text, now), text }))
    .map(({ trip, text }) => ({ text, trip, ...findStops(countries, trip.places) }))
    .filter(({ countries: stops, unknown }) => stops.length > 1 && unknown.length === 0)
  if (trips.length === 0) return null
  return (
    <section className="first">
      <h2>{words('tripSearch.examplesTitle')}</h2>
      <ul className="trips">
        {trips.map(({ text, trip, countries: stops }) => (
          <li key={text}>
            <TripExample text={text} trip={trip} stops={stops} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type ExampleProps = {
  readonly text: string
  readonly trip: TripText
  readonly stops: readonly Country[]
}

function TripExample({ text, trip: { days, gigabytes }, stops }: ExampleProps) {
  const { locale, words } = useSite()
  return (
    <a className="option" href={href(locale, 'trip', null, { search_string: text })}>
      <span>
        <b>{stops.map(({ title }) => title).join(' → ')}</b>
        <small>
          {days !== null && words('units.days', { count: days })}
          {gigabytes !== null && `, ${gigabytes}\u00A0${words('units.GB')}`}
        </small>
      </span>
      <span className="flags">
        {stops.map(({ countryCode2Letters: code }) => (
          <Flag key={code} country={code} />
        ))}
      </span>
    </a>
  )
}
