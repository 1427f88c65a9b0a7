import { useSite } from '../../../ui/site.tsx'

const rows = [
  { label: 'IMEI 1', digits: '35 693803 564380 9' },
  { label: 'IMEI 2', digits: '35 693803 564381 7' },
  { label: 'EID', digits: '8904 9032 1234 …' },
] as const

/** Draws a phone after `*#06#`, with a ring around the row of the EID. */
export function DiallerDrawing() {
  const { words } = useSite()
  return (
    <svg
      className="drawing"
      viewBox="0 0 180 236"
      role="img"
      aria-label={words('check.eidDrawing')}
    >
      <rect className="case" x="22" y="4" width="136" height="228" rx="18" />
      <rect className="camera" x="74" y="11" width="32" height="6" rx="3" />
      <text className="typed" x="90" y="50" textAnchor="middle">
        *#06#
      </text>
      {rows.map(({ label, digits }, index) => (
        <g key={label}>
          <rect x="32" y={64 + index * 42} width="116" height="36" rx="7" />
          <text x="40" y={79 + index * 42}>
            {label}
          </text>
          <text className="digits" x="40" y={93 + index * 42}>
            {digits}
          </text>
        </g>
      ))}
      <rect className="ring" x="14" y="142" width="152" height="48" rx="24" />
      <circle className="camera" cx="90" cy="212" r="10" />
    </svg>
  )
}
