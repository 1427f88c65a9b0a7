type Props = {
  readonly label: string
  /** The value in words, for screen readers. */
  readonly text: string
  /** Amount and unit in the middle of the ring. */
  readonly shown: readonly [amount: string, unit: string]
  readonly left: number
  readonly limit: number
}

/** The percentage below which the ring warns. */
const low = 20

/**
 * A ring that empties. Uses attributes, because the Content-Security-Policy forbids style
 * attributes.
 */
export function Gauge({ label, text, shown: [amount, unit], left, limit }: Props) {
  const share = Math.max(0, Math.min(100, Math.round((left / limit) * 100)))
  return (
    <svg
      className={share < low ? 'gauge low' : 'gauge'}
      viewBox="0 0 120 120"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.max(0, Math.min(left, limit))}
      aria-valuetext={text}
    >
      <circle cx="60" cy="60" r="52" fill="none" strokeWidth="12" className="gauge-track" />
      <circle
        cx="60"
        cy="60"
        r="52"
        fill="none"
        strokeWidth="12"
        className="gauge-left"
        pathLength="100"
        strokeDasharray={`${share} 100`}
        strokeLinecap={share === 0 ? 'butt' : 'round'}
        transform="rotate(-90 60 60)"
      />
      <g textAnchor="middle" aria-hidden="true">
        <text x="60" y="61" className="gauge-text">
          {amount}
        </text>
        <text x="60" y="83" className="gauge-unit">
          {unit}
        </text>
      </g>
    </svg>
  )
}
