import { smallestMb } from '../../plans/catalogue-risks.ts'
import type { CatalogueRisk } from '../../plans/catalogue-risks.ts'
import type { Action } from '../../api/staff.ts'
import { ActionFields } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import { useOffice } from '../office.tsx'
import type { FormFields } from '../routing/form-fields.ts'

const mostExamples = 5

type Props = {
  /** The URL that receives the form. */
  readonly href: string
  readonly action: Action
  readonly version: number
  /** The digest of the shown difference. */
  readonly digest: string
  /** Hidden fields that name the change to confirm. */
  readonly fields: FormFields
  readonly risks: readonly CatalogueRisk[]
  /** Another reason to require the checkbox. */
  readonly doubt?: string | null
  /** The labels of the checkbox and of the button. */
  readonly tick: string
  readonly submit: string
}

/** Shows the form that applies the previewed difference. Likely mistakes require the checkbox. */
export function ConfirmForm(props: Props) {
  const { words } = useOffice()
  const { risks, doubt = null } = props
  return (
    <form method="post" action={props.href} className="fields">
      <ActionFields action={props.action} version={props.version} />
      <input type="hidden" name="digest" value={props.digest} />
      {Object.entries(props.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {(doubt !== null || risks.length > 0) && (
        <>
          <div className="notice warn">
            <p>{doubt ?? words('imports.suspicious')}</p>
            {risks.length > 0 && (
              <ul className="list">
                {risks.map((risk) => (
                  <li key={JSON.stringify(risk)}>{riskText(words, risk)}</li>
                ))}
              </ul>
            )}
          </div>
          <label className="check">
            <input
              type="checkbox"
              name="isConfirmed"
              value="yes"
              required
              // Otherwise Chromium says that the box is invalid until it is ticked.
              aria-invalid={false}
            />
            {props.tick}
          </label>
        </>
      )}
      <button className="button">{props.submit}</button>
    </form>
  )
}

function riskText(words: AdminWords, risk: CatalogueRisk): string {
  if (risk.kind === 'loss')
    return words('imports.risks.loss', { gone: risk.gone, listed: risk.listed })
  const more = risk.plans.length - mostExamples
  const examples = risk.plans.slice(0, mostExamples).join(', ')
  const plans = more > 0 ? words('imports.andMore', { plans: examples, count: more }) : examples
  switch (risk.kind) {
    case 'swapped':
      return words('imports.risks.swapped', { plans, currencies: risk.currencies.join(', ') })
    case 'tiny':
      return words('imports.risks.tiny', { plans, megabytes: smallestMb })
    case 'zero-price':
    case 'jump':
    case 'cost-jump':
      return words(`imports.risks.${risk.kind}`, { plans })
  }
}
