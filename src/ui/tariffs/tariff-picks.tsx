import type { Tariff } from '../../contract/tariffs.ts'
import { picksOf } from '../../domain/fares.ts'
import { staysFast } from '../../domain/trip/trip-fares.ts'
import type { PickName } from '../../domain/fares.ts'
import { perDayText } from '../../locale/tariff-words.ts'
import { useSite } from '../site.tsx'
import { TariffPassCard } from './tariff-card.tsx'

/** Shows the cheapest plan for a weekend, for a fortnight and for a month. */
export function TariffPicks({ fares }: { fares: readonly Tariff[] }) {
  const site = useSite()
  const { words } = site
  return (
    <ul className="passes picks">
      {picksOf(fares, site.currencies[0]).map(({ name, fare }) => (
        <TariffPassCard
          key={name}
          tariff={fare}
          label={<span className="eyebrow">{words(`picks.${nameFor(name, fare)}`)}</span>}
          note={perDayText(site, fare)}
          isMain
        >
          {fare.kind === 'multi'
            ? words('units.countries', { count: fare.countryCodes.length })
            : words(`picks.${name}Use`)}
        </TariffPassCard>
      ))}
    </ul>
  )
}

/**
 * Names an unlimited plan for work. Work uses more than 20 GB a month, and more per day than some
 * unlimited plans give at full speed.
 */
function nameFor(name: PickName, fare: Tariff): PickName | 'monthOfWork' {
  const isForWork = name === 'month' && fare.trafficMb === null && staysFast(fare, 'work')
  return isForWork ? 'monthOfWork' : name
}
