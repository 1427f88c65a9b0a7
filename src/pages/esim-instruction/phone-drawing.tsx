/**
 * Draws a screen of a phone's settings from its rows: `Travel|Label|*+Roaming`. The first row is
 * the title of the screen, `*` highlights a row, and a switch is on (`+`) or off (`-`). The drawing
 * is decorative, because the text beside it has the same content.
 */
export function PhoneDrawing({ screen }: { screen: string }) {
  const [title, ...rows] = screen.split('|')
  return (
    <svg className="drawing" viewBox="0 0 136 168" aria-hidden="true">
      <rect className="case" x="2" y="2" width="132" height="164" rx="16" />
      <rect className="camera" x="54" y="9" width="28" height="5" rx="2.5" />
      <text x="12" y="36">
        {title}
      </text>
      {rows.map((row, index) => (
        <Row key={row} row={row} y={48 + index * 36} />
      ))}
    </svg>
  )
}

function Row({ row, y }: { row: string; y: number }) {
  const [, star, toggle, label] = /^(\*?)([+-]?)(.*)$/.exec(row) ?? []
  return (
    <g className={star ? 'lit' : undefined}>
      <rect x="9" y={y} width="118" height="30" rx="7" />
      <text x="15" y={y + 19}>
        {label}
      </text>
      {toggle && <Toggle isOn={toggle === '+'} y={y + 15} />}
    </g>
  )
}

function Toggle({ isOn, y }: { isOn: boolean; y: number }) {
  return (
    <>
      <rect className="toggle" x="103" y={y - 6} width="20" height="12" rx="6" />
      <circle className={isOn ? 'knob on' : 'knob'} cx={isOn ? 117 : 109} cy={y} r="4" />
    </>
  )
}
