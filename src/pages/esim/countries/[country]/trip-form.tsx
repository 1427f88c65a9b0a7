import type { Tariff } from '../../../../contract/tariffs.ts'
import {
  dailyUse,
  findFare,
  findRepeatedFare,
  tripBounds,
  uses,
} from '../../../../domain/trip/trip-fares.ts'
import type { FareMultiple, Trip } from '../../../../domain/trip/trip-fares.ts'
import { sumOfPrices } from '../../../../domain/money.ts'
import type { Prices } from '../../../../domain/money.ts'
import { fairUseText, priceText, sizeText } from '../../../../locale/tariff-words.ts'
import { Choice } from '../../../../ui/choice.tsx'
import { useSite } from '../../../../ui/site.tsx'
import { TariffCard } from '../../../../ui/tariffs/tariff-card.tsx'

type Props = {
  readonly action: string
  readonly fares: readonly Tariff[]
  /**
   * The trip in the page's URL, or null if there is none. It may be longer than the trips that the
   * form accepts.
   */
  readonly trip: Trip | null
}

const suggestedDays = 7

/** A form for days and use. The answer is one plan, on a page whose URL can be shared. */
export function TripForm({ action, fares, trip }: Props) {
  const { words } = useSite()
  const planned = trip && { ...trip, days: Math.min(trip.days, tripBounds.max) }
  return (
    <section id="trip" className="notice">
      <h2>{words('trip.title')}</h2>
      <form className="trip" action={`${action}#trip`}>
        <label className="choice">
          <span>{words('trip.days')}</span>
          <input
            type="number"
            name="trip"
            inputMode="numeric"
            {...tripBounds}
            defaultValue={planned?.days ?? suggestedDays}
            required
          />
        </label>
        <Choice name="use" label={words('trip.use')} value={trip?.use ?? 'mixed'}>
          {uses.map((use) => [use, words(`trip.uses.${use}`)])}
        </Choice>
        <button className="button quiet">{words('trip.submit')}</button>
      </form>
      {trip && trip.days > tripBounds.max && (
        <p>{words('trip.tooLong', { days: words('units.days', { count: tripBounds.max }) })}</p>
      )}
      {planned && <Answer fares={fares} trip={planned} />}
    </section>
  )
}

function Answer({ fares, trip }: { fares: readonly Tariff[]; trip: Trip }) {
  const site = useSite()
  const { words, currencies } = site
  const single = findFare(fares, trip, currencies[0])
  const repeated = single ? undefined : findRepeatedFare(fares, trip, currencies[0])
  const found = single ?? repeated?.fare
  const days = words('units.days', { count: trip.days })
  const size = sizeText(site, { trafficMb: dailyUse[trip.use] * trip.days })
  return (
    <>
      <p role="status">
        {repeated
          ? words('trip.repeated', {
              days,
              size,
              count: repeated.count,
              total: priceText(site, totalOf(repeated)),
            })
          : words(found ? 'trip.answer' : 'trip.none', { days, size })}
      </p>
      {found && (
        <ul className="passes">
          <TariffCard tariff={found} titled="in-country" />
        </ul>
      )}
      {found?.trafficMb === null && <p className="soft">{fairUseText(site, found.fairUse)}</p>}
    </>
  )
}

function totalOf({ fare, count }: FareMultiple<Tariff>): Prices {
  return sumOfPrices(Array.from({ length: count }, () => fare.prices))
}
