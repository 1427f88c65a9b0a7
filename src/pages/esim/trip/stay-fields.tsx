import type { Country } from '../../../contract/places.ts'
import { tripBounds } from '../../../domain/trip/trip-fares.ts'
import { maxLength } from '../../../domain/field-limits.ts'
import { href } from '../../../locale/paths.ts'
import { useSite } from '../../../ui/site.tsx'

/** Names of the query parameters with the days in the first country, the second, and so on. */
export const stayNames = ['stay1', 'stay2', 'stay3', 'stay4', 'stay5'] as const

type StayFieldsProps = {
  readonly stops: readonly Country[]
  readonly stays: readonly number[] | null
}

/** A number of days for each country. */
export function StayFields({ stops, stays }: StayFieldsProps) {
  const { words } = useSite()
  return stops.map(({ countryCode2Letters: code, title }, index) => (
    <label key={code} className="choice">
      <span>{words('tripSearch.stay', { country: title })}</span>
      <input
        type="number"
        name={stayNames[index]}
        inputMode="numeric"
        {...tripBounds}
        defaultValue={stays?.[index]}
        required
      />
    </label>
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
