import { useSite } from '../../ui/site.tsx'

/** Installation steps for iPhone and Android. Both are open, so that they print. */
export function InstallSteps() {
  const { words } = useSite()
  return (
    <section className="two-columns">
      <h2 className="wide">{words('instruction.stepsTitle')}</h2>
      <div>
        <h3>{words('instruction.ios')}</h3>
        <ol className="numbered">
          <li>{words('instruction.steps.ios1')}</li>
          <li>{words('instruction.steps.ios2')}</li>
          <li>{words('instruction.steps.ios3')}</li>
          <li>{words('instruction.steps.ios4')}</li>
        </ol>
      </div>
      <div>
        <h3>{words('instruction.android')}</h3>
        <ol className="numbered">
          <li>{words('instruction.steps.android1')}</li>
          <li>{words('instruction.steps.android2')}</li>
          <li>{words('instruction.steps.android3')}</li>
          <li>{words('instruction.steps.android4')}</li>
        </ol>
      </div>
    </section>
  )
}
