import type { Tariff } from '../../../../contract/tariffs.ts'
import { bestUnitPrice, pricePerGigabyte } from '../../../../domain/fares.ts'
import { fareTable } from '../../../../domain/fare-table.ts'
import { dayRangeOf, dayRanges } from '../../../../domain/tariff.ts'
import type { DayRange } from '../../../../domain/tariff.ts'
import { href } from '../../../../locale/paths.ts'
import { priceText, sizeText } from '../../../../locale/tariff-words.ts'
import { useSite } from '../../../../ui/site.tsx'

/** Shows the lowest price of each size and length. Each price links to its plan. */
export function FareTable({ fares }: { fares: readonly Tariff[] }) {
  const site = useSite()
  const { words, currencies } = site
  const [base] = currencies
  const { columns, rows } = fareTable(fares, base)
  const best = bestUnitPrice(fares, base)
  return (
    <table className="fares">
      <thead>
        <tr>
          <th scope="col">{words('filters.days')}</th>
          {columns.map((range) => (
            <th key={range} scope="col">
              {rangeText(range)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ trafficMb, cells }) => (
          <tr key={trafficMb}>
            <th scope="row">
              {trafficMb === null ? <Unlimited /> : sizeText(site, { trafficMb })}
            </th>
            {cells.map((fare, index) => {
              const isBest = fare && best !== null && pricePerGigabyte(fare, base) === best
              return (
                <td key={columns[index]} className={isBest ? 'best' : undefined}>
                  {fare ? <FareLink fare={fare} isBest={isBest === true} /> : '–'}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Unlimited() {
  const { words } = useSite()
  return (
    <>
      <span aria-hidden>∞</span>
      <span className="unseen">{words('units.unlimited')}</span>
    </>
  )
}

function FareLink({ fare, isBest }: { fare: Tariff; isBest: boolean }) {
  const site = useSite()
  const { locale, words } = site
  const { operator, tariffID, prices, validityDays } = fare
  const price = priceText(site, prices)
  const days = words('units.days', { count: validityDays })
  const size = sizeText(site, fare)
  const isShort = isForLessThanColumn(fare)
  const name = words('country.fareOf', { size, days, price })
  return (
    <a
      href={href(locale, 'tariff', { operator: operator.ident, tariffID })}
      aria-label={isShort ? undefined : isBest ? `${name}. ${words('tariffCard.bestUnit')}` : name}
    >
      {isShort && <span className="unseen">{size}, </span>}
      {price}
      {isShort && <small> {days}</small>}
    </a>
  )
}

/**
 * Whether an unlimited plan is shorter than its column. The price of a day is not that of a week.
 */
function isForLessThanColumn({ trafficMb, validityDays }: Tariff): boolean {
  const { from, to } = dayRanges[dayRangeOf(validityDays)]
  return trafficMb === null && (to === null ? validityDays > from : validityDays < to)
}

function rangeText(range: DayRange): string {
  const { from, to } = dayRanges[range]
  return range === '31' ? `${from}+` : `${from}–${to}`
}
