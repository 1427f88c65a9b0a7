import type { Country } from '../operations.ts'
import { maxLength } from '../../kit/limits.shared.ts'
import { gigabyteBounds, tripBounds } from '../trip.ts'
import { href } from '../../words/paths.shared.ts'
import { NumberChoice } from '../../ui/lists.tsx'
import { useSite } from '../../ui/site.tsx'
import { findStops } from '../trip-search.shared.ts'
import { readTripText } from '../trip-text.ts'
import { problemsID } from './trip-notes.tsx'

type TripSearchProps = {
  readonly text: string
  readonly days: number
  readonly gigabytes: number
  readonly stops: readonly Country[]
  /** Days in each of the stops. Null if the trip has days as a whole. */
  readonly stays: readonly number[] | null
  /** Whether the text names no place that the shop knows. */
  readonly isUnknown: boolean
}

/** A form for countries, days and data. The answer is a page whose URL can be shared. */
export function TripSearchForm({ text, days, gigabytes, ...trip }: TripSearchProps) {
  const { locale, words } = useSite()
  const { stops, stays, isUnknown } = trip
  return (
    <form
      className={stays === null ? 'trip' : 'trip stays'}
      role="search"
      action={href(locale, 'trip')}
    >
      <label className="choice where">
        <span>{words('tripSearch.where')}</span>
        <input
          type="search"
          name="search_string"
          defaultValue={text}
          placeholder={words('tripSearch.example')}
          maxLength={maxLength.searchString}
          enterKeyHint="search"
          required
          aria-invalid={isUnknown || undefined}
          aria-describedby={isUnknown ? problemsID : undefined}
        />
      </label>
      {stays === null ? (
        <NumberField name="days" value={days} />
      ) : (
        <StayFields stops={stops} stays={stays} />
      )}
      <NumberField name="gigabytes" value={gigabytes} />
      <button className="button">{words('tripSearch.submit')}</button>
    </form>
  )
}

type NumberProps = { readonly name: 'days' | 'gigabytes'; readonly value: number }

function NumberField({ name, value }: NumberProps) {
  const { words } = useSite()
  const bounds = name === 'days' ? tripBounds : gigabyteBounds
  return <NumberChoice {...{ name, bounds, value }} label={words(`tripSearch.${name}`)} />
}

/** Names of the query parameters with the days in the first country, the second, and so on. */
const stayNames = ['stay1', 'stay2', 'stay3', 'stay4', 'stay5'] as const

type StayInputsProps = {
  readonly stops: readonly Country[]
  readonly stays: readonly number[] | null
}

/** A number of days for each country. */
function StayFields({ stops, stays }: StayInputsProps) {
  const { words } = useSite()
  return stops.map(({ countryCode2Letters: code, title }, index) => (
    <NumberChoice
      key={code}
      name={stayNames[index]}
      label={words('tripSearch.stay', { country: title })}
      bounds={tripBounds}
      value={stays?.[index]}
    />
  ))
}

type Props = {
  readonly stops: readonly Country[]
  readonly text: string
  readonly gigabytes: number
}

/** A form for the days in each country, because plans for a part of the trip can be shorter. */
export function StayForm({ stops, text, gigabytes }: Props) {
  const { locale, words } = useSite()
  return (
    <section className="notice">
      <h2>{words('tripSearch.staysTitle')}</h2>
      <p>{words('tripSearch.staysText')}</p>
      <form className="trip stays" action={href(locale, 'trip')}>
        <input type="hidden" name="search_string" value={text} maxLength={maxLength.searchString} />
        <input type="hidden" name="gigabytes" value={gigabytes} />
        <StayFields stops={stops} stays={null} />
        <button className="button quiet">{words('tripSearch.submitStays')}</button>
      </form>
    </section>
  )
}

const names = ['neighbours', 'roundTrip', 'faraway'] as const

type TripExamplesProps = { readonly countries: readonly Country[]; readonly now: Date }

/** Links to example trips. Omits an example with a country that the shop does not sell. */
export function TripExamples({ countries, now }: TripExamplesProps) {
  const { locale, words } = useSite()
  const texts = names
    .map((name) => words(`tripSearch.examples.${name}`))
    .filter((text) => findStops(countries, readTripText(text, now).places).countries.length > 1)
  if (texts.length === 0) return null
  return (
    <section className="first">
      <h2>{words('tripSearch.examplesTitle')}</h2>
      <ul className="chips">
        {texts.map((text) => (
          <li key={text}>
            <a href={href(locale, 'trip', null, { search_string: text })}>{text}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
