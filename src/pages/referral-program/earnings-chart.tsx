import type { Referrer } from '../../contract/referrer.ts'
import { formatMoney, formatMonth } from '../../locale/formats.ts'
import { useSite } from '../../ui/site.tsx'

type Month = Referrer['earnings'][number]

/**
 * The width of a phone's column, in which text has its normal font size. The stylesheet reduces the
 * text on wider screens.
 */
const [width, height, gap, head, foot] = [328, 110, 6, 20, 38]
const base = head + height

export function EarningsChart({ earnings }: { earnings: readonly Month[] }) {
  const { words } = useSite()
  const most = Math.max(...earnings.map(({ amount }) => amount.minor))
  if (earnings.every(({ amount }) => amount.minor === 0))
    return <p className="empty">{words('partner.noEarnings')}</p>
  const highest = earnings.findIndex(({ amount }) => most > 0 && amount.minor === most)
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${width} ${base + foot}`} aria-hidden="true">
        {earnings.map((each, index) => (
          <Bar
            key={each.month}
            each={each}
            left={(index * width) / earnings.length}
            step={width / earnings.length}
            tall={heightOf(each, most)}
            namesMonth={hasName(index, earnings)}
            namesYear={hasYear(index, earnings)}
            isHighest={index === highest}
          />
        ))}
        <path d={`M0 ${base}H${width}`} />
      </svg>
      <EarningsTable earnings={earnings} />
    </figure>
  )
}

function EarningsTable({ earnings }: { readonly earnings: readonly Month[] }) {
  const { locale, words } = useSite()
  return (
    <details className="fold">
      <summary>{words('partner.asTable')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words('partner.month')}</th>
            <th scope="col">{words('partner.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {earnings.map(({ month, amount }) => (
            <tr key={month}>
              <th scope="row">{`${month.slice(5)}.${month.slice(0, 4)}`}</th>
              <td>{formatMoney(locale, amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

type BarProps = {
  readonly each: Month
  readonly left: number
  readonly step: number
  readonly tall: number
  readonly namesMonth: boolean
  readonly namesYear: boolean
  readonly isHighest: boolean
}

function Bar({ each: { month, amount }, left, step, tall, ...shown }: BarProps) {
  const { locale } = useSite()
  const { namesMonth, namesYear, isHighest } = shown
  const middle = left + step / 2
  return (
    <g>
      {tall > 0 && (
        <rect x={left + gap / 2} y={base - tall} width={step - gap} height={tall} rx="3" />
      )}
      {isHighest && (
        <text x={Math.min(Math.max(middle, 32), width - 32)} y={base - tall - 5} className="most">
          {formatMoney(locale, amount)}
        </text>
      )}
      {namesMonth && (
        <text x={middle} y={base + 16}>
          {formatMonth(locale, month)}
        </text>
      )}
      {namesYear && (
        <text x={Math.max(middle, 16)} y={base + 34}>
          {month.slice(0, 4)}
        </text>
      )}
    </g>
  )
}

/** A phone has room for the name of every second month, counted back from the last month. */
function hasName(index: number, earnings: readonly Month[]): boolean {
  return (earnings.length - 1 - index) % 2 === 0
}

/** Whether this is the first named month of its year. */
function hasYear(index: number, earnings: readonly Month[]): boolean {
  const yearAt = (at: number) => earnings[at]?.month.slice(0, 4)
  return hasName(index, earnings) && yearAt(index) !== yearAt(index - 2)
}

function heightOf({ amount }: Month, most: number): number {
  return amount.minor > 0 ? Math.max(2, (amount.minor / most) * height) : 0
}
