type Props = {
  readonly label: string
  readonly text: string
  readonly used: number
  readonly limit: number
}

/** A ring gauge. Uses attributes, since the Content-Security-Policy forbids style attributes. */
export function Gauge({ label, text, used, limit }: Props) {
  const share = Math.min(100, Math.round((used / limit) * 100))
  return (
    <svg
      className="gauge"
      viewBox="0 0 120 120"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      aria-valuetext={text}
    >
      <circle cx="60" cy="60" r="52" fill="none" strokeWidth="12" className="gauge-track" />
      <circle
        cx="60"
        cy="60"
        r="52"
        fill="none"
        strokeWidth="12"
        className="gauge-used"
        pathLength="100"
        strokeDasharray={`${share} 100`}
        strokeLinecap={share === 0 ? 'butt' : 'round'}
        transform="rotate(-90 60 60)"
      />
      <text
        x="60"
        y="60"
        textAnchor="middle"
        dominantBaseline="central"
        className="gauge-text"
        aria-hidden="true"
      >
        {share}%
      </text>
    </svg>
  )
}
