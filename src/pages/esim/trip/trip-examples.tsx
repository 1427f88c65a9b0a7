import type { Country } from '../../../contract/places.ts'
import { findStops } from '../../../locale/search/trip-search.ts'
import { readTripText } from '../../../locale/search/trip-text.ts'
import { href } from '../../../locale/paths.ts'
import { Flag } from '../../../ui/flag.tsx'
import { useSite } from '../../../ui/site.tsx'

const names = ['neighbours', 'roundTrip', 'faraway'] as const

/** Links to example trips. Omits an example with a country that the shop does not sell. */
export function TripExamples({ countries }: { countries: readonly Country[] }) {
  const { words } = useSite()
  const trips = names
    .map((name) => words(`tripSearch.examples.${name}`))
    .map((text) => ({ text, ...findStops(countries, readTripText(text).places) }))
    .filter(({ countries: stops, unknown }) => stops.length > 1 && unknown.length === 0)
  if (trips.length === 0) return null
  return (
    <section className="first">
      <h2>{words('tripSearch.examplesTitle')}</h2>
      <ul className="trips">
        {trips.map(({ text, countries: stops }) => (
          <li key={text}>
            <TripExample text={text} stops={stops} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TripExample({ text, stops }: { text: string; stops: readonly Country[] }) {
  const { locale, words } = useSite()
  const { days, gigabytes } = readTripText(text)
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
