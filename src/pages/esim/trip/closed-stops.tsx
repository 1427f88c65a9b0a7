import type { ReactNode } from 'react'
import type { Country } from '../../../contract/places.ts'
import { CountryChips } from '../../../ui/country-chips.tsx'
import { useSite } from '../../../ui/site.tsx'

type Props = {
  /** Titles of all countries of the trip. */
  readonly route: readonly string[]
  /** Titles of the countries without plans. */
  readonly closed: readonly string[]
  readonly children: ReactNode
}

/** Shows the countries of a trip in which no plan works, with links to other countries. */
export function ClosedStops({ route, closed, children }: Props) {
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
export function NearbyCountries({ place, countries }: NearbyProps) {
  const { words } = useSite()
  if (countries.length === 0) return null
  return (
    <div>
      <h3>{words('tripSearch.nearby', { country: place })}</h3>
      <CountryChips countries={countries} />
    </div>
  )
}
