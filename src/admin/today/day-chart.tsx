import type { SalesSum } from '../../plans/profit.ts'
import { formatDate } from '../../words/formats.shared.ts'
import { longestBar, positionParts } from './sales-bar.ts'

type Props = {
  readonly label: string
  readonly days: readonly SalesSum[]
  readonly money: (minor: number) => string
}

const width = 600
const height = 150

/** Draws a bar for each day, if any day has an amount. */
export function DayChart({ label, days, money }: Props) {
  const top = longestBar(days)
  if (top === 0) return null
  const step = width / days.length
  return (
    <div>
      <p className="axis">
        <span>{money(top)}</span>
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="chart"
      >
        <line x1="0" y1="0.5" x2={width} y2="0.5" />
        {days.flatMap((day, index) =>
          positionParts(day).map(({ kind, start, minor }) => (
            <rect
              key={`${day.name} ${kind}`}
              x={(index + 0.15) * step}
              width={step * 0.7}
              y={height - ((start + minor) / top) * height}
              height={(minor / top) * height}
              className={kind}
            />
          )),
        )}
        <line x1="0" y1={height - 0.5} x2={width} y2={height - 0.5} />
      </svg>
      <p className="axis">
        <span>{formatDate(days[0]?.name)}</span>
        <span>{formatDate(days.at(-1)?.name)}</span>
      </p>
    </div>
  )
}
