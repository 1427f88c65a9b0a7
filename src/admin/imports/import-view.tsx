import type { AuditEntry } from '../../api/audit.ts'
import { maxDraftBytes } from '../../plans/apply-import.ts'
import type { ImportPreview } from '../../plans/apply-import.ts'
import { mostChanges } from '../../plans/catalogue-risks.ts'
import type { Action } from '../../api/staff.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ActionNotice } from '../action-notice.tsx'
import type { ActionFailure } from '../action-form.tsx'
import { History } from '../history.tsx'
import { LabelledField } from '../labelled-field.tsx'
import { useOffice } from '../office.tsx'
import { PlanTabs } from '../plans/plan-tabs.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { PlanDifference } from './plan-difference.tsx'
import { ProblemList } from './problem-list.tsx'
import type { UploadProblem } from './read-upload.ts'
import { CodesDifference } from './codes-difference.tsx'

export type ImportViewProps = {
  readonly version: number
  /** Empty before the upload. */
  readonly draftID: string
  readonly preview: ImportPreview | null
  readonly failure: ActionFailure | null
  readonly upload: UploadProblem | null
  readonly done: Action | null
  readonly history: readonly AuditEntry[]
}

export function ImportView(props: ImportViewProps) {
  const { words, may } = useOffice()
  const { preview, failure, upload, done, history } = props
  return (
    <>
      <PlanTabs current="import" />
      <h1>{words('imports.title')}</h1>
      <ActionNotice done={done} failure={failure} />
      {upload !== null && (
        <p className="notice bad" role="alert">
          {words(`imports.problems.${upload}`)}
        </p>
      )}
      {preview && <Preview {...props} preview={preview} />}
      {may('import') ? <UploadForm /> : <p className="panel">{words('imports.ownersOnly')}</p>}
      <section className="panel" aria-labelledby="history">
        <h2 id="history">{words('imports.history')}</h2>
        {history.length === 0 && <p className="soft">{words('imports.noHistory')}</p>}
        <History entries={history.slice(-20)} />
      </section>
    </>
  )
}

function Preview({ preview, ...props }: ImportViewProps & { readonly preview: ImportPreview }) {
  const { words } = useOffice()
  switch (preview.kind) {
    case 'invalid':
      return (
        <ProblemList
          title={words('imports.invalid', { count: preview.problems.length })}
          tone="bad"
          problems={preview.problems}
        />
      )
    case 'too-large':
      return (
        <p className="notice bad" role="alert">
          {words('refused.import-too-large')}
        </p>
      )
    case 'plans':
      return (
        <section className="panel" aria-labelledby="preview">
          <h2 id="preview">{words('imports.preview')}</h2>
          <PlanDifference {...props} difference={preview.difference}>
            <ImportForm {...props} preview={preview} />
          </PlanDifference>
        </section>
      )
    case 'stock':
      return (
        <section className="panel" aria-labelledby="preview">
          <h2 id="preview">{words('imports.preview')}</h2>
          <CodesDifference {...props} difference={preview.difference} />
          <ImportForm {...props} preview={preview} />
        </section>
      )
  }
}

type Importable = Extract<ImportPreview, { readonly digest: string }>
type ImportFormProps = Pick<ImportViewProps, 'version' | 'draftID'> & {
  readonly preview: Importable
}

function ImportForm({ version, draftID, preview }: ImportFormProps) {
  const { words } = useOffice()
  if (isEmpty(preview)) return <p role="status">{words('imports.nothing')}</p>
  return (
    <>
      <ConfirmForm
        href={officeHref('confirmImport')}
        action="import"
        version={version}
        digest={preview.digest}
        fields={{ draft: draftID }}
        risks={preview.kind === 'plans' ? preview.risks : []}
        tick={words('imports.isConfirmed')}
        submit={words('imports.confirm')}
      />
      <small>{words('imports.expires')}</small>
    </>
  )
}

/** Returns whether the shop already has everything in the files. */
function isEmpty(preview: Importable): boolean {
  if (preview.kind === 'stock') return preview.difference.added.length === 0
  const { plans, dictionaries } = preview.difference
  return plans.length === 0 && dictionaries.length === 0
}

function UploadForm() {
  const { words } = useOffice()
  const limits = {
    megabytes: maxDraftBytes / 1_000_000,
    plans: mostChanges.plans,
    codes: mostChanges.stock,
  }
  return (
    <form
      method="post"
      action={officeHref('import')}
      encType="multipart/form-data"
      className="panel fields"
      aria-labelledby="upload"
    >
      <h2 id="upload">{words('imports.upload')}</h2>
      <p className="soft">{words('imports.uploadText')}</p>
      <LabelledField label={words('imports.files')}>
        <input type="file" name="files" accept=".csv,text/csv" multiple required />
        <small>{words('imports.limits', limits)}</small>
      </LabelledField>
      <button className="button">{words('imports.compare')}</button>
    </form>
  )
}
