import type { SalesSum } from '../../plans/profit.ts'
import { longestBar, positionParts } from './sales-bar.ts'

type Props = {
  /** Sorted with the largest first. */
  readonly places: readonly SalesSum[]
  readonly revenueOf: (place: SalesSum) => string
}

const mostPlaces = 8
const width = 600

/** Draws a bar for each of the places with the most sales. */
export function PlaceChart({ places, revenueOf }: Props) {
  const shown = places.slice(0, mostPlaces)
  const top = Math.max(1, longestBar(shown))
  return (
    <ul className="bars">
      {shown.map((place) => (
        <li key={place.name}>
          <p>
            <span>{place.name}</span> <b>{revenueOf(place)}</b>
          </p>
          <svg
            viewBox={`0 0 ${width} 12`}
            preserveAspectRatio="none"
            className="chart"
            aria-hidden="true"
          >
            {positionParts(place).map(({ kind, start, minor }) => (
              <rect
                key={kind}
                x={(start / top) * width}
                width={(minor / top) * width}
                y="0"
                height="12"
                className={kind}
              />
            ))}
          </svg>
        </li>
      ))}
    </ul>
  )
}
