import { useSite } from '../../ui/site.tsx'
import { PhoneDrawing } from './phone-drawing.tsx'

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
