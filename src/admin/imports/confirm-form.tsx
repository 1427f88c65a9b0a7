import type { ImportRisk } from '../../backend/imports/import-risks.ts'
import { smallestMb } from '../../backend/imports/import-risks.ts'
import { ActionFields } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import type { ImportViewProps } from './import-view.tsx'

const mostExamples = 5

type Props = Pick<ImportViewProps, 'words' | 'now' | 'version' | 'draftID'> & {
  readonly digest: string
  readonly risks: readonly ImportRisk[]
}

/** Imports what the preview shows. What looks like a mistake needs a tick. */
export function ConfirmForm({ words, now, version, draftID, digest, risks }: Props) {
  return (
    <form method="post" action="/admin/import/confirm" className="fields">
      <ActionFields action="import" version={version} now={now} />
      <input type="hidden" name="draft" value={draftID} />
      <input type="hidden" name="digest" value={digest} />
      {risks.length > 0 && (
        <>
          <div className="notice warn">
            <p>{words('imports.suspicious')}</p>
            <ul className="list">
              {risks.map((risk) => (
                <li key={JSON.stringify(risk)}>{riskText(words, risk)}</li>
              ))}
            </ul>
          </div>
          <label className="check">
            <input type="checkbox" name="isConfirmed" value="yes" required />
            {words('imports.isConfirmed')}
          </label>
        </>
      )}
      <button className="button">{words('imports.confirm')}</button>
      <small>{words('imports.expires')}</small>
    </form>
  )
}

function riskText(words: AdminWords, risk: ImportRisk): string {
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
      return words(`imports.risks.${risk.kind}`, { plans })
  }
}
