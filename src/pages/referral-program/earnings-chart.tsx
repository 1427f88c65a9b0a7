import type { Referrer } from '../../contract/referrer.ts'
import { formatMoney, formatMonth } from '../../locale/formats.ts'
import { useSite } from '../../ui/site.tsx'

type Month = Referrer['earnings'][number]

/**
 * Width of a phone's column, where text keeps its font size. The stylesheet scales it down on wider
 * screens.
 */
const [width, height, gap, head, foot] = [328, 110, 6, 18, 34]
const base = head + height

export function EarningsChart({ earnings }: { earnings: readonly Month[] }) {
  const { locale, words } = useSite()
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
            tall={tallness(each, most)}
            namesYear={hasYear(each, index)}
            isHighest={index === highest}
          />
        ))}
        <path d={`M0 ${base}H${width}`} />
      </svg>
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
    </figure>
  )
}

type BarProps = {
  readonly each: Month
  readonly left: number
  readonly step: number
  readonly tall: number
  readonly namesYear: boolean
  readonly isHighest: boolean
}

function Bar({ each: { month, amount }, left, step, tall, namesYear, isHighest }: BarProps) {
  const { locale } = useSite()
  const middle = left + step / 2
  return (
    <g>
      {tall > 0 && (
        <rect x={left + gap / 2} y={base - tall} width={step - gap} height={tall} rx="3" />
      )}
      {isHighest && (
        <text x={Math.min(Math.max(middle, 24), width - 24)} y={base - tall - 5} className="most">
          {formatMoney(locale, amount)}
        </text>
      )}
      <text x={middle} y={base + 14}>
        {formatMonth(locale, month)}
      </text>
      {namesYear && (
        <text x={Math.max(middle, 13)} y={base + 29}>
          {month.slice(0, 4)}
        </text>
      )}
    </g>
  )
}

function hasYear({ month }: Month, index: number): boolean {
  return month.endsWith('-01') || (index === 0 && !month.endsWith('-12'))
}

function tallness({ amount }: Month, most: number): number {
  return amount.minor > 0 ? Math.max(2, (amount.minor / most) * height) : 0
}
