import type { Tariff } from '../../../../contract/tariffs.ts'
import type { Trip } from '../../../../domain/fares.ts'
import { useSite } from '../../../../ui/site.tsx'
import { TariffPicks } from '../../../../ui/tariffs/tariff-picks.tsx'
import { FareTable } from './fare-table.tsx'
import { TripForm } from './trip-form.tsx'

type Props = {
  readonly action: string
  readonly fares: readonly Tariff[]
  readonly trip: Trip | null
}

/**
 * Shows the offers that most visitors of a country's page need: three plans, the lowest prices, and
 * the trip form.
 */
export function CountryOffers({ action, fares, trip }: Props) {
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
        <TripForm action={action} fares={fares} trip={trip} />
      </div>
    </>
  )
}
