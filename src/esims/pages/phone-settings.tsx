import { Fragment, type ReactNode } from 'react'
import { useSite } from '../../ui/site.tsx'
import type { Make } from '../install-stops.ts'

/**
 * Draws a screen of a phone's settings from its rows: `Travel|Label|*+Roaming`. The first row is
 * the title of the screen, `*` highlights the row to tap, a switch is on (`+`) or off (`-`), and `#`
 * is the view of the camera, which is two rows high. The drawing is decorative, because the text
 * beside it has the same content.
 */
export function PhoneDrawing({ screen }: { screen: string }) {
  const [title, ...rows] = screen.split('|')
  const camera = rows.indexOf('#')
  const topOf = (row: number) => 48 + (row + Number(camera !== -1 && row > camera)) * 38
  const tapped = rows.findIndex((row) => row.startsWith('*'))
  const hasSwitch = /^\*[+-]/.test(rows[tapped] ?? '')
  return (
    <svg className="drawing" viewBox="0 0 160 170" aria-hidden="true">
      <rect className="case" x="2" y="2" width="156" height="166" rx="18" />
      <rect className="camera" x="66" y="9" width="28" height="5" rx="2.5" />
      <text className="head" x="14" y="37">
        {title}
      </text>
      {rows.map((row, index) =>
        row === '#' ? (
          <path key={row} className="frame" d={frame} />
        ) : (
          <Row key={row} row={row} y={topOf(index)} />
        ),
      )}
      <circle
        className="finger"
        cx={hasSwitch ? 139 : 141}
        cy={topOf(tapped) + (hasSwitch ? 16 : 34)}
        r="11"
      />
    </svg>
  )
}

/** The corners of a camera's view, around the marks of a QR code. */
const frame =
  'M58 66v-9q0-5 5-5h9M88 52h9q5 0 5 5v9M102 98v9q0 5-5 5h-9M72 112h-9q-5 0-5-5v-9M68 62h8v8h-8zM84 62h8v8h-8zM68 94h8v8h-8zM84 80h8v8h-8zM84 94h3M92 102h1M68 82h6'

function Row({ row, y }: { row: string; y: number }) {
  const [, star, toggle, label] = /^(\*?)([+-]?)(.*)$/.exec(row) ?? []
  return (
    <g className={star ? 'lit' : undefined}>
      <rect x="9" y={y} width="142" height="32" rx="8" />
      <text x="16" y={y + 20}>
        {label}
      </text>
      {toggle && <Toggle isOn={toggle === '+'} y={y + 16} />}
    </g>
  )
}

function Toggle({ isOn, y }: { isOn: boolean; y: number }) {
  return (
    <>
      <rect className="toggle" x="125" y={y - 6} width="20" height="12" rx="6" />
      <circle className={isOn ? 'knob on' : 'knob'} cx={isOn ? 139 : 131} cy={y} r="4" />
    </>
  )
}

/** Shows the way to a setting, such as `Settings → SIMs → Add SIM`, with a frame around each name. */
export function Path({ path }: { path: string }) {
  return (
    <span className="path">
      {path.split(' → ').map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ' → '}
          <b>{name}</b>
        </Fragment>
      ))}
    </span>
  )
}

/** Settings of a phone whose menus the page names. */
type PhoneSetting = 'line' | 'data' | 'roaming' | 'network' | 'apn' | 'speed' | 'switching' | 'lock'

/** A symptom that opens to the steps against it. Only one symptom of a page is open. */
export function Symptom({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="fold" name="symptom">
      <summary>{title}</summary>
      <ol className="numbered">{children}</ol>
    </details>
  )
}

type SymptomStepProps = {
  readonly text: ReactNode
  /** The setting to change, if there is one. */
  readonly path?: PhoneSetting
  readonly phones?: readonly Make[]
  readonly children?: ReactNode
}

/** A step with the way to its setting on each make. */
export function Step({ text, path, phones = [], children }: SymptomStepProps) {
  const { words } = useSite()
  return (
    <li>
      {text}
      {path !== undefined &&
        phones.map((phone) => (
          <small key={phone} className={switches.has(path) ? 'of-switch' : undefined}>
            {phones.length > 1 && `${words(`instruction.makes.${phone}`)}: `}
            <Setting text={words(`instruction.settings.${phone}.${path}`)} />
          </small>
        ))}
      {children}
    </li>
  )
}

/** A page with the three switches prints their settings once. */
const switches: ReadonlySet<PhoneSetting> = new Set(['line', 'data', 'roaming'])

/** Shows a path, or a text where makers name the setting differently. */
function Setting({ text }: { text: string }) {
  return text.includes(' → ') ? <Path path={text} /> : text
}
