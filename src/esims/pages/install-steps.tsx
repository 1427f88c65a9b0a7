import { useSite } from '../../ui/site.tsx'
import type { Esim } from '../operations.ts'
import { formatDate } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'

export const phones = ['ios', 'android'] as const
export type Phone = (typeof phones)[number]

/** The steps that each drawing shows: add the eSIM, leave it off, turn it on with roaming. */
const drawn = [
  [1, [1, 2]],
  [2, [3]],
  [3, [4]],
] as const

export function InstallSteps() {
  const { words } = useSite()
  return (
    <section className="stack">
      <h2>{words('instruction.stepsTitle')}</h2>
      {phones.map((phone) => (
        <div key={phone}>
          <h3>{words(`instruction.${phone}`)}</h3>
          <StepsOnPhone phone={phone} />
        </div>
      ))}
    </section>
  )
}

type StepsOnPhoneProps = {
  readonly phone: Phone
  /** Whether the visitor reads the page on this phone, which cannot scan its own screen. */
  readonly isHere?: boolean
}

export function StepsOnPhone({ phone, isHere = false }: StepsOnPhoneProps) {
  const { words } = useSite()
  return (
    <div className="drawn">
      {drawn.map(([drawing, steps]) => (
        <div key={drawing}>
          <PhoneDrawing screen={words(`instruction.drawings.${phone}${drawing}`)} />
          <ol className="numbered" start={steps[0]}>
            {steps.map((step) => (
              <li key={step}>
                {isHere && step === 2
                  ? words(`instruction.enterHere.${phone}`)
                  : words(`instruction.steps.${phone}${step}`)}
                {phone === 'android' && step === 1 && (
                  <p>{words('instruction.steps.androidSamsung')}</p>
                )}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

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

const rungs = ['bought', 'installed', 'landed', 'connected'] as const

/**
 * Shows the traveller's progress. Usage sets the last step, and the traveller sets the other steps.
 */
export function Ladder({ esim }: { esim: Esim }) {
  const { words } = useSite()
  const reached = rungs.indexOf(esim.step)
  return (
    <ol className="ladder" aria-label={words('instruction.ladder.title')}>
      {rungs.map((rung, index) => (
        <li
          key={rung}
          className={index <= reached ? 'done' : undefined}
          aria-current={index === reached ? 'step' : undefined}
        >
          {words(`instruction.ladder.${rung}`)}
          {rung === 'bought' && <small>{formatDate(esim.purchasedAt)}</small>}
        </li>
      ))}
    </ol>
  )
}

/** Whether the last day to connect no longer matters. */
export function hasLanded({ step }: Esim): boolean {
  return step === 'landed' || step === 'connected'
}

/** Shows the buttons for the next and the previous step, or none after the first connection. */
export function LadderForm({ esim }: { esim: Esim }) {
  const { locale, words } = useSite()
  const { hash, step } = esim
  if (step === 'connected') return null
  const next = step === 'bought' ? 'installed' : 'landed'
  return (
    <form
      className="actions ladder-form"
      method="post"
      action={href(locale, 'instruction', null, { hash })}
    >
      {step !== 'landed' && (
        <button className="button quiet" name="step" value={next}>
          {words(`instruction.tick.${next}`)}
        </button>
      )}
      {step !== 'bought' && (
        <button
          className="link-button"
          name="step"
          value={step === 'landed' ? 'installed' : 'bought'}
        >
          {words('instruction.untick')}
        </button>
      )}
    </form>
  )
}
