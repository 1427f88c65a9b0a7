import { useSite } from '../../ui/site.tsx'

export const phones = ['ios', 'android'] as const
export type Phone = (typeof phones)[number]

/** How to install on both systems, side by side. */
export function InstallSteps() {
  const { words } = useSite()
  return (
    <section className="two-columns">
      <h2 className="wide">{words('instruction.stepsTitle')}</h2>
      {phones.map((phone) => (
        <div key={phone}>
          <h3>{words(`instruction.${phone}`)}</h3>
          <Steps phone={phone} />
        </div>
      ))}
    </section>
  )
}

export function Steps({ phone }: { phone: Phone }) {
  const { words } = useSite()
  return (
    <ol className="numbered">
      {([1, 2, 3, 4] as const).map((step) => (
        <li key={step}>{words(`instruction.steps.${phone}${step}`)}</li>
      ))}
    </ol>
  )
}
