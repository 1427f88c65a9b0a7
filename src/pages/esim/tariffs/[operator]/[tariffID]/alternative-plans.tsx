import type { Tariff } from '../../../../../contract/tariffs.ts'
import { perDayText } from '../../../../../locale/tariff-words.ts'
import { useSite } from '../../../../../ui/site.tsx'
import { TariffPassCard } from '../../../../../ui/tariffs/tariff-card.tsx'

/** Lists plans in stock for the same place, on the page of a sold-out plan. */
export function AlternativePlans({ fares }: { fares: readonly Tariff[] }) {
  const site = useSite()
  const { words } = site
  return (
    <section>
      <h2>{words('tariff.insteadTitle')}</h2>
      <ul className="passes">
        {fares.map((fare) => (
          <TariffPassCard
            key={fare.tariffID}
            tariff={fare}
            label={<span>{fare.kind === 'country' ? fare.operator.title : fare.placeTitle}</span>}
            note={perDayText(site, fare)}
          >
            {fare.kind === 'multi' && words('units.countries', { count: fare.countryCodes.length })}
          </TariffPassCard>
        ))}
      </ul>
    </section>
  )
}
