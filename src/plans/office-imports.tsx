import { z } from 'zod'
import { createMiddleware } from 'hono/factory'
import {
  fitsDraft,
  maxDraftBytes,
  applyImport,
  importSubject,
  readDraft,
  storeDraft,
  previewImport,
} from './apply-import.ts'
import type { ImportPreview } from './apply-import.ts'
import type { SourceFile } from './read-csv.ts'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { auditOf } from '../api/audit.ts'
import type { AuditEntry } from '../api/audit.ts'
import { mostChanges } from './catalogue-risks.ts'
import { mayDo } from '../api/staff.ts'
import type { Action } from '../api/staff.ts'
import { officeHref } from '../words/office-paths.ts'
import { ActionNotice, actionForm, failureStatus } from '../office/action-form.tsx'
import type { ActionFailure } from '../office/action-form.tsx'
import { History } from '../office/history.tsx'
import { LabelledField } from '../office/fields.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext, OfficeEnv } from '../office/office.tsx'
import { PlanTabs } from './office-plans.tsx'
import { ConfirmForm, PlanDifference } from './office-catalogue-change.tsx'
import { ProblemList, CodesDifference } from './office-import-problems.tsx'
import { d1Store } from '../kit/sql-store.ts'
import { versionOf } from '../api/perform-action.ts'
import { secretIDSchema } from '../api/common.ts'
import { renderPage } from '../office/document.tsx'
import { actionPost, screen, doneQuery, validForm } from '../office/routing.ts'
import type { FormContext } from '../office/routing.ts'
import { limitForm } from '../office/form-body.ts'

type UploadProblem = 'no-file' | 'too-large' | 'not-utf8'

/** Bytes of a form in addition to its files. */
const formOverhead = 10_000
const maxUpload = maxDraftBytes + formOverhead

/** Browsers send an empty file when the person chose no file. */
const uploadForm = z.object({
  files: z
    .unknown()
    .transform((value) =>
      [value].flat().filter((each): each is File => each instanceof File && each.size > 0),
    ),
})

async function readUpload({
  files,
}: z.output<typeof uploadForm>): Promise<Result<SourceFile[], UploadProblem>> {
  if (files.length === 0) return err('no-file')
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
    const read = files.map(async (file) => ({
      name: file.name,
      text: decoder.decode(await file.arrayBuffer()),
    }))
    const sources = await Promise.all(read)
    return fitsDraft(sources) ? ok(sources) : err('too-large')
  } catch {
    return err('not-utf8')
  }
}

type ImportViewProps = {
  readonly version: number
  /** Empty before the upload. */
  readonly draftID: string
  readonly preview: ImportPreview | null
  readonly failure: ActionFailure | null
  readonly upload: UploadProblem | null
  readonly done: Action | null
  readonly history: readonly AuditEntry[]
}

function ImportView(props: ImportViewProps) {
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

const uploadStatus = { 'no-file': 422, 'too-large': 413, 'not-utf8': 422 } as const

type ShownImport = {
  readonly preview: ImportPreview | null
  readonly draftID?: string
  readonly failure?: ActionFailure
  readonly upload?: UploadProblem
  readonly done?: Action | null
}

const importQuery = doneQuery.extend({ draft: z.string().optional() })

/** Shows the upload form, or the changes in the files of a draft. */
export const importPage = screen({
  query: importQuery,
  async get(c, { draft: draftID, done }) {
    if (draftID === undefined) return render(c, { preview: null, done })
    const preview = await previewDraft(c, draftID)
    if (preview) return render(c, { preview, draftID, done })
    return render(c, { preview, draftID, failure: { code: 'refused', reason: 'draft-expired' } })
  },
})

/** Stores files that can be imported, and shows their changes. */
export const importUpload = [
  rejectUploads(),
  limitForm(maxUpload, async (c) => render(c, { preview: null, upload: 'too-large' })),
  validForm(uploadForm),
  storeFiles,
] as const

/** Imports a draft. `applyImport` also checks that the difference is still the same. */
export const importAction = actionPost({
  query: z.object({}),
  form: actionForm.extend({
    draft: secretIDSchema,
    digest: z.string(),
    isConfirmed: z.literal('yes').optional(),
  }),
  run: async ({ var: { context, person } }, { form: { draft, digest, isConfirmed }, input }) =>
    applyImport(context, person, {
      draftID: draft,
      digest,
      isConfirmed: isConfirmed === 'yes',
      ...input,
    }),
  hrefAfter: () => officeHref('import', { done: 'import' }),
  async showAgain(c, _, { fields, failure }) {
    const draftID = fields['draft'] ?? ''
    return render(c, { preview: await previewDraft(c, draftID), draftID, failure })
  },
})

/** Refuses uploads before their files are read, from people who may not import them. */
function rejectUploads() {
  return createMiddleware<OfficeEnv>(async (c, next) =>
    mayDo(c.var.person, 'import')
      ? next()
      : render(c, { preview: null, failure: { code: 'forbidden' } }),
  )
}

async function storeFiles(c: FormContext<typeof uploadForm>): Promise<Response> {
  const { context } = c.var
  const files = await readUpload(c.req.valid('form'))
  if (!files.ok) return render(c, { preview: null, upload: files.error })
  const [base] = context.config.CURRENCIES
  const preview = await previewImport(d1Store(context.db), files.value, base)
  if (preview.kind === 'invalid' || preview.kind === 'too-large') return render(c, { preview })
  const draft = await storeDraft(context, files.value)
  return c.redirect(officeHref('import', { draft }), 303)
}

async function previewDraft(c: OfficeContext, draftID: string): Promise<ImportPreview | null> {
  const { context } = c.var
  const files = await readDraft(context, draftID)
  const [base] = context.config.CURRENCIES
  return files && previewImport(d1Store(context.db), files, base)
}

async function render(
  c: OfficeContext,
  { preview, draftID = '', failure, upload, done = null }: ShownImport,
): Promise<Response> {
  const { context, words } = c.var
  const isInvalid = preview?.kind === 'invalid' || preview?.kind === 'too-large'
  const status = failure
    ? failureStatus[failure.code]
    : upload
      ? uploadStatus[upload]
      : isInvalid
        ? 422
        : 200
  return renderPage(
    c,
    { title: words('imports.title'), section: 'plans' },
    <ImportView
      version={(await versionOf(context.db, importSubject)) ?? 0}
      draftID={draftID}
      preview={preview}
      failure={failure ?? null}
      upload={upload ?? null}
      done={done}
      history={await auditOf(context, importSubject)}
    />,
    status,
  )
}
