import type { ReactNode } from 'react'
import type { Country } from '../../../contract/places.ts'
import type { Tariff } from '../../../contract/tariffs.ts'
import type { TripPart, TripPlans } from '../../../contract/trip-plans.ts'
import { pricesIn } from '../../../domain/money.ts'
import type { Prices } from '../../../domain/money.ts'
import { megabytesInGigabyte } from '../../../domain/tariff.ts'
import { href } from '../../../locale/paths.ts'
import { priceText, sizeText, unitPriceText } from '../../../locale/tariff-words.ts'
import { Flag } from '../../../ui/flag.tsx'
import { useSite } from '../../../ui/site.tsx'
import { TariffPassCard } from '../../../ui/tariffs/tariff-card.tsx'

type Props = {
  readonly plans: TripPlans
  readonly stops: readonly Country[]
  readonly days: number
  readonly gigabytes: number
}

/** The cheapest plan for a trip, the cheapest combination, and what does not work, with the reason. */
export function TripAnswer({ plans, stops, days, gigabytes }: Props) {
  const site = useSite()
  const { words } = site
  const { single, combination, partial } = plans
  const need = {
    days: words('units.days', { count: days }),
    size: sizeText(site, { trafficMb: gigabytes * megabytesInGigabyte }),
  }
  const route = stops.map(({ title }) => title).join(' → ')
  return (
    <>
      <section className="first choices">
        <div>
          <p className="eyebrow">{words('tripSearch.for', need)}</p>
          <h2>{route}</h2>
        </div>
        {!single && !combination && <p className="empty">{words('tripSearch.none', need)}</p>}
        {single && (
          <Choice title={words(stops.length > 1 ? 'tripSearch.single' : 'tripSearch.cheapest')}>
            <PlanForStops tariff={single} countries={stops} isMain />
          </Choice>
        )}
        {combination && (
          <Choice title={combinationTitle(site, combination)} note={words('tripSearch.shares')}>
            {combination.map(({ tariff, countryCodes }) => (
              <PlanForStops
                key={`${tariff.tariffID} ${countryCodes.join()}`}
                tariff={tariff}
                countries={stops.filter(({ countryCode2Letters: code }) =>
                  countryCodes.includes(code),
                )}
                isMain={!single}
              />
            ))}
          </Choice>
        )}
      </section>
      {partial.length > 0 && (
        <section>
          <h2>{words('tripSearch.partial')}</h2>
          <ul>
            {partial.map(({ tariff, missing }) => (
              <li key={tariff.tariffID}>
                <PartialPlan
                  tariff={tariff}
                  missing={stops.filter(({ countryCode2Letters: code }) => missing.includes(code))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type ChoiceProps = {
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}

function Choice({ title, note, children }: ChoiceProps) {
  return (
    <div className="choices">
      <h3>{title}</h3>
      <ul className="passes stops">{children}</ul>
      {note !== undefined && <p className="soft">{note}</p>}
    </div>
  )
}

type PlanProps = {
  readonly tariff: Tariff
  readonly countries: readonly Country[]
  readonly isMain: boolean
}

function PlanForStops({ tariff, countries, isMain }: PlanProps) {
  const site = useSite()
  return (
    <TariffPassCard
      tariff={tariff}
      label={
        <>
          {countries.map(({ countryCode2Letters: code }) => (
            <Flag key={code} country={code} />
          ))}
          <span>{countries.map(({ title }) => title).join(', ')}</span>
        </>
      }
      note={unitPriceText(site, tariff)}
      isMain={isMain}
    >
      {tariff.kind === 'multi' ? tariff.placeTitle : tariff.operator.title}
    </TariffPassCard>
  )
}

type PartialProps = { readonly tariff: Tariff; readonly missing: readonly Country[] }

function PartialPlan({ tariff, missing }: PartialProps) {
  const site = useSite()
  const { locale, words } = site
  const { operator, tariffID } = tariff
  return (
    <>
      <a href={href(locale, 'tariff', { operator: operator.ident, tariffID })}>
        {tariff.placeTitle}, {sizeText(site, tariff)}
      </a>
      {': '}
      {words('tripSearch.missing', { countries: missing.map(({ title }) => title).join(', ') })}
    </>
  )
}

function combinationTitle(
  site: ReturnType<typeof useSite>,
  combination: readonly TripPart[],
): string {
  const { words, currencies } = site
  const prices = currencies.flatMap((currency) => {
    const sums = combination.map(({ tariff }) => pricesIn([currency], tariff.prices)[0])
    return sums.some((each) => each === undefined)
      ? []
      : [[currency, sums.reduce((sum, each) => sum + (each?.minor ?? 0), 0)] as const]
  })
  const total: Prices = Object.fromEntries(prices)
  return words('tripSearch.combination', {
    count: combination.length,
    price: Object.keys(total).length > 0 ? priceText(site, total) : '',
  })
}
