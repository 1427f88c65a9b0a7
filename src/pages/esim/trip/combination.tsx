import type { Country } from '../../../contract/places.ts'
import type { TripPart } from '../../../contract/trip-plans.ts'
import { sumOfPrices } from '../../../domain/money.ts'
import { orderParams } from '../../../locale/order-params.ts'
import { href } from '../../../locale/paths.ts'
import { priceText } from '../../../locale/tariff-words.ts'
import { useSite } from '../../../ui/site.tsx'
import { PlanForStops, TripChoice } from './trip-choice.tsx'

type CombinationProps = {
  readonly parts: readonly TripPart[]
  readonly stops: readonly Country[]
  readonly isMain: boolean
  /** A comparison with one plan for the whole trip, or null without such a plan. */
  readonly note: string | null
  /** Whether the plans are for the days in each country. */
  readonly hasStays: boolean
}

/** Shows plans that cover the trip together, and one order of all of them. */
export function Combination({ parts, stops, isMain, note, hasStays }: CombinationProps) {
  const site = useSite()
  const { locale, words } = site
  const price = priceText(site, sumOfPrices(parts.map(({ tariff }) => tariff.prices)))
  const plans = { tariffIDs: parts.map(({ tariff }) => tariff.tariffID), people: 1 }
  return (
    <TripChoice
      title={words('tripSearch.combination', { count: parts.length, price })}
      note={note}
      after={
        <>
          <p className="actions">
            <a
              className={isMain ? 'button' : 'button quiet'}
              href={href(locale, 'order', null, orderParams(plans))}
            >
              {words('tripSearch.order', { price })}
            </a>
          </p>
          <p className="soft">
            {words(hasStays ? 'tripSearch.sharesByDays' : 'tripSearch.shares')}
          </p>
        </>
      }
    >
      {parts.map(({ tariff, countryCodes }) => (
        <PlanForStops
          key={`${tariff.tariffID} ${countryCodes.join()}`}
          tariff={tariff}
          countries={stops.filter(({ countryCode2Letters: code }) => countryCodes.includes(code))}
          isMain={false}
          isWhole={false}
        />
      ))}
    </TripChoice>
  )
}
