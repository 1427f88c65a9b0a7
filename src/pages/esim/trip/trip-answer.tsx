import type { Country } from '../../../contract/places.ts'
import type { Tariff } from '../../../contract/tariffs.ts'
import type { TripPlans } from '../../../contract/trip-plans.ts'
import { sumOfPrices } from '../../../domain/money.ts'
import { megabytesInGigabyte } from '../../../domain/tariff.ts'
import { href } from '../../../locale/paths.ts'
import { priceText, shownPrice, sizeText } from '../../../locale/tariff-words.ts'
import type { PriceContext } from '../../../locale/tariff-words.ts'
import { useSite } from '../../../ui/site.tsx'
import { Combination } from './combination.tsx'
import { PlanForStops, TripChoice } from './trip-choice.tsx'

type Props = {
  readonly plans: TripPlans
  readonly stops: readonly Country[]
  readonly days: number
  readonly gigabytes: number
}

/**
 * The cheapest plan for a trip, the cheapest combination, and cheaper plans that do not work, with
 * the reason.
 */
export function TripAnswer({ plans, stops, days, gigabytes }: Props) {
  const site = useSite()
  const { words } = site
  const { single, combination, partial } = plans
  const need = {
    days: words('units.days', { count: days }),
    size: sizeText(site, { trafficMb: gigabytes * megabytesInGigabyte }),
  }
  const isCheaper = isCombinationCheaper(site, plans)
  const route = stops.map(({ title }) => title).join(' → ')
  return (
    <>
      <section className="first choices">
        <div>
          <p className="eyebrow">{words('tripSearch.for', need)}</p>
          <h2>{route}</h2>
        </div>
        {!single && !combination && <p className="empty">{words('tripSearch.none', need)}</p>}
        {isCheaper && combination && <Combination parts={combination} stops={stops} isMain />}
        {single && (
          <TripChoice title={words(stops.length > 1 ? 'tripSearch.single' : 'tripSearch.cheapest')}>
            <PlanForStops tariff={single} countries={stops} isMain={!isCheaper} isWhole />
          </TripChoice>
        )}
        {!isCheaper && combination && (
          <Combination parts={combination} stops={stops} isMain={!single} />
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

/** In the currency that the page shows. */
function isCombinationCheaper(site: PriceContext, { single, combination }: TripPlans): boolean {
  if (!single || !combination) return false
  const sum = sumOfPrices(combination.map(({ tariff }) => tariff.prices))
  return shownPrice(site, sum).minor < shownPrice(site, single.prices).minor
}

type PartialProps = { readonly tariff: Tariff; readonly missing: readonly Country[] }

function PartialPlan({ tariff, missing }: PartialProps) {
  const site = useSite()
  const { locale, words } = site
  const { operator, tariffID } = tariff
  return (
    <>
      <a href={href(locale, 'tariff', { operator: operator.ident, tariffID })}>
        {tariff.placeTitle}, {sizeText(site, tariff)}, {priceText(site, tariff.prices)}
      </a>
      {': '}
      {words('tripSearch.missing', { countries: missing.map(({ title }) => title).join(', ') })}
    </>
  )
}
