import type { ReactNode } from 'react'
import type { Country } from '../../../contract/places.ts'
import type { Tariff } from '../../../contract/tariffs.ts'
import { unitPriceText } from '../../../locale/tariff-words.ts'
import { Flag } from '../../../ui/flag.tsx'
import { useSite } from '../../../ui/site.tsx'
import { TariffPassCard } from '../../../ui/tariffs/tariff-card.tsx'

type ChoiceProps = {
  readonly title: string
  /** Its advantage over the other choice; null: there is none. */
  readonly note: string | null
  /** Below the plans. */
  readonly after?: ReactNode
  readonly children: ReactNode
}

/** Plans that serve the whole trip. */
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
  /** The plan serves the whole trip. */
  readonly isWhole: boolean
}

/**
 * A plan with the countries that it is for: one is the title; several are beside the days, unless
 * the plan serves the whole trip.
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
