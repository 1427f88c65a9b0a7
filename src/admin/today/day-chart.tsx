import { formatDate } from '../../locale/formats.ts'
import type { SalesSum } from './sales-by.ts'

type Props = {
  readonly label: string
  readonly days: readonly SalesSum[]
  readonly money: (minor: number) => string
}

const width = 600
const height = 170
/** Room for the dates below. */
const foot = 20
/** Room for the largest amount above. */
const head = 18

/** A bar for each day: what was paid to suppliers, and the profit on it. A loss reaches below zero. */
export function DayChart({ label, days, money }: Props) {
  const top = Math.max(1, ...days.map(({ revenue, cost }) => Math.max(revenue, cost)))
  const scale = (minor: number) => (minor / top) * (height - foot - head)
  const base = height - foot
  const step = width / days.length
  const [first, last] = [days[0], days.at(-1)]
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="chart">
      <line x1="0" y1={head} x2={width} y2={head} />
      <text x="0" y={head - 5}>
        {money(top)}
      </text>
      {days.map(({ name, revenue, cost, profit }, index) => {
        const x = index * step + step * 0.15
        const bar = { x, width: step * 0.7, rx: 1.5 }
        // Of a day at a loss, the part of the cost that was not earned.
        const covered = scale(Math.min(cost, revenue))
        const rest = scale(Math.abs(profit))
        return (
          <g key={name}>
            <rect {...bar} y={base - covered} height={covered} className="cost" />
            <rect
              {...bar}
              y={base - covered - rest}
              height={rest}
              className={profit < 0 ? 'loss' : 'profit'}
            />
          </g>
        )
      })}
      <line x1="0" y1={base} x2={width} y2={base} />
      <text x="0" y={height - 5}>
        {formatDate(first?.name)}
      </text>
      <text x={width} y={height - 5} textAnchor="end">
        {formatDate(last?.name)}
      </text>
    </svg>
  )
}
