import type { Country } from '../../../contract/places.ts'
import { maxLength } from '../../../domain/field-limits.ts'
import { gigabyteBounds, tripBounds } from '../../../domain/trip/trip-fares.ts'
import { href } from '../../../locale/paths.ts'
import { useSite } from '../../../ui/site.tsx'
import { StayFields } from './stay-fields.tsx'

type Props = {
  readonly text: string
  readonly days: number
  readonly gigabytes: number
  readonly stops: readonly Country[]
  /** Days in each of the stops. Null if the trip has days as a whole. */
  readonly stays: readonly number[] | null
  /** Whether the text names a place that the shop does not know. */
  readonly isUnknown: boolean
}

/** The id of the message about the places. */
export const problemsID = 'places'

/** A form for countries, days and data. The answer is a page whose URL can be shared. */
export function TripSearchForm({ text, days, gigabytes, stops, stays, isUnknown }: Props) {
  const { locale, words } = useSite()
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
        <NumberField name="days" bounds={tripBounds} value={days} />
      ) : (
        <StayFields stops={stops} stays={stays} />
      )}
      <NumberField name="gigabytes" bounds={gigabyteBounds} value={gigabytes} />
      <button className="button">{words('tripSearch.submit')}</button>
    </form>
  )
}

type NumberProps = {
  readonly name: 'days' | 'gigabytes'
  readonly bounds: { readonly min: number; readonly max: number }
  readonly value: number
}

function NumberField({ name, bounds, value }: NumberProps) {
  const { words } = useSite()
  return (
    <label className="choice">
      <span>{words(`tripSearch.${name}`)}</span>
      <input
        type="number"
        name={name}
        inputMode="numeric"
        {...bounds}
        defaultValue={value}
        required
      />
    </label>
  )
}
