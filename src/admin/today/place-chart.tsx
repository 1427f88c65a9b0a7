import type { SalesSum } from './sales-by.ts'

type Props = {
  readonly label: string
  /** The largest first. */
  readonly places: readonly SalesSum[]
  readonly money: (minor: number) => string
}

const mostPlaces = 8
const width = 600
const row = 34
const barHeight = 12

/** A bar for each of the places that sold most: cost and profit, or what was lost. */
export function PlaceChart({ label, places, money }: Props) {
  const shown = places.slice(0, mostPlaces)
  const top = Math.max(1, ...shown.map(({ revenue, cost }) => Math.max(revenue, cost)))
  const scale = (minor: number) => (minor / top) * width
  return (
    <svg
      viewBox={`0 0 ${width} ${shown.length * row}`}
      role="img"
      aria-label={label}
      className="chart"
    >
      {shown.map(({ name, revenue, cost, profit, unknown }, index) => {
        const covered = scale(Math.min(cost, revenue))
        const bar = { y: index * row + 18, height: barHeight }
        return (
          <g key={name}>
            <text x="0" y={index * row + 13}>
              {name}
            </text>
            <text x={width} y={index * row + 13} textAnchor="end">
              {money(revenue + unknown)}
            </text>
            <rect {...bar} x="0" width={covered} className="cost" />
            <rect
              {...bar}
              x={covered}
              width={scale(Math.abs(profit))}
              className={profit < 0 ? 'loss' : 'profit'}
            />
          </g>
        )
      })}
    </svg>
  )
}
