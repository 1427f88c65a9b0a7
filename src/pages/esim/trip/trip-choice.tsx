import type { ReactNode } from 'react'
import type { Country } from '../../../contract/places.ts'
import type { Tariff } from '../../../contract/tariffs.ts'
import { unitPriceText } from '../../../locale/tariff-words.ts'
import { Flag } from '../../../ui/flag.tsx'
import { useSite } from '../../../ui/site.tsx'
import { TariffPassCard } from '../../../ui/tariffs/tariff-card.tsx'

type ChoiceProps = {
  readonly title: string
  /** The advantage over the other choice, or null. */
  readonly note: string | null
  /** Shown below the plans. */
  readonly after?: ReactNode
  readonly children: ReactNode
}

/** Shows plans that cover the whole trip. */
export function TripChoice({ title, note, after, children }: ChoiceProps) {
  return (
    <div className="choices">
      <div>
        <h3>{title}</h3>
        {note !== null && <p className="soft">{note}</p>}
      </div>
      <ul className="passes stops">{children}</ul>
      {after}
    </div>
  )
}

type PlanProps = {
  readonly tariff: Tariff
  readonly countries: readonly Country[]
  readonly isMain: boolean
  /** Whether the plan covers the whole trip. */
  readonly isWhole: boolean
}

/**
 * Shows a plan with its countries. A single country is the title. Several countries are beside the
 * days, unless the plan covers the whole trip.
 */
export function PlanForStops({ tariff, countries, isMain, isWhole }: PlanProps) {
  const site = useSite()
  const { words } = site
  const [first] = countries.length === 1 ? countries : []
  return (
    <TariffPassCard
      tariff={tariff}
      label={
        <>
          {first && <Flag country={first.countryCode2Letters} />}
          <span>{first?.title ?? tariff.placeTitle}</span>
        </>
      }
      note={unitPriceText(site, tariff)}
      isMain={isMain}
    >
      {first && placeOrOperator(tariff)}
      {!first && isWhole && words('units.countries', { count: tariff.countryCodes.length })}
      {!first && !isWhole && countries.map(({ title }) => title).join(', ')}
    </TariffPassCard>
  )
}

function placeOrOperator({ kind, placeTitle, operator }: Tariff): string {
  return kind === 'multi' ? placeTitle : operator.title
}
