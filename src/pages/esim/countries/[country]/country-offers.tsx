import type { ReactNode } from 'react'
import type { PlaceTexts } from '../../../../contract/place-texts.ts'
import type { Tariff } from '../../../../contract/tariffs.ts'
import type { Trip } from '../../../../domain/trip/trip-fares.ts'
import { useSite } from '../../../../ui/site.tsx'
import { TariffPicks } from '../../../../ui/tariffs/tariff-picks.tsx'
import { PlaceTextsSection } from '../place-texts-section.tsx'
import { FareTable } from './fare-table.tsx'
import { TripForm } from './trip-form.tsx'

type Props = {
  readonly action: string
  readonly fares: readonly Tariff[]
  readonly trip: Trip | null
  readonly texts: PlaceTexts | null
  /** The coverage of the plans, or null if there is no map. */
  readonly children: ReactNode
}

/**
 * Shows the offers that most visitors of a country's page need: three plans, the lowest prices, and
 * the trip form. On a computer the trip form and the coverage are beside the lowest prices.
 */
export function CountryOffers({ action, fares, trip, texts, children }: Props) {
  const { words } = useSite()
  return (
    <>
      <section className="first">
        <h2>{words('country.picksTitle')}</h2>
        <TariffPicks fares={fares} />
      </section>
      <div className="halves">
        <section>
          <h2>{words('country.faresTitle')}</h2>
          <FareTable fares={fares} />
          <p className="soft">{words('country.faresText')}</p>
        </section>
        <div>
          <TripForm action={action} fares={fares} trip={trip} />
          {children}
        </div>
        <PlaceTextsSection texts={texts} />
      </div>
    </>
  )
}
