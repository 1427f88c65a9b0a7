import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { auditOf, type AuditEntry } from '../api/audit.ts'
import { secretIDSchema } from '../api/common.ts'
import { versionOf } from '../api/perform-action.ts'
import { mayDo, type Action } from '../api/staff.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { ActionNotice, actionForm, type ActionFailure } from '../office/action-form.tsx'
import { renderPage } from '../office/document.tsx'
import { LabelledField, isTicked } from '../office/fields.tsx'
import { limitForm } from '../office/form-body.ts'
import { HistoryPanel } from '../office/history.tsx'
import { Panel } from '../office/lists.tsx'
import { useOffice, type OfficeContext, type OfficeEnv } from '../office/office-context.tsx'
import { actionPost, type OfficeScreen } from '../office/resource.tsx'
import { doneQuery, screen, validForm, type FormContext } from '../office/routing.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import {
  applyImport,
  fitsDraft,
  importSubject,
  maxDraftBytes,
  previewImport,
  readDraft,
  storeDraft,
} from './apply-import.ts'
import type { ImportPreview } from './apply-import.ts'
import { mostChanges } from './catalogue-risks.ts'
import { ConfirmForm, PlanDifference } from './office-catalogue-change.tsx'
import { CodesDifference, ProblemList, Warnings } from './office-import-problems.tsx'
import { PlanTabs } from './office-plans.tsx'
import { decodeFile, type SourceFile } from './read-csv.ts'

/** Uploads files, shows their changes, and imports them. */
export const importsScreen: OfficeScreen = (app) => {
  app.get(officePages.import.path, ...importPage)
  app.post(
    officePages.import.path,
    rejectUploads(),
    limitForm(maxUpload, async (c) => render(c, { upload: 'too-large' })),
    validForm(uploadForm),
    storeFiles,
  )
  app.post(officePages.confirmImport.path, ...importAction)
}

/** Shows the upload form, or the changes in the files of a draft. */
const importPage = screen({
  query: doneQuery.extend({ draft: z.string().optional() }),
  async get(c, { draft: draftID, done }) {
    if (draftID === undefined) return render(c, { done })
    const preview = await previewDraft(c, draftID)
    if (preview) return render(c, { preview, draftID, done })
    return render(c, { draftID, failure: { code: 'refused', reason: 'draft-expired' } })
  },
})

/** Imports a draft. `applyImport` also checks that the difference is still the same. */
const importAction = actionPost({
  query: z.object({}),
  form: actionForm.extend({ draft: secretIDSchema, digest: z.string(), isConfirmed: isTicked }),
  run: async ({ var: { context, person } }, { form: { draft, digest, isConfirmed }, input }) =>
    applyImport(context, person, { ...input, draftID: draft, digest, isConfirmed }),
  hrefAfter: () => officeHref('import', { done: 'import' }),
  async showAgain(c, _, { fields, failure }) {
    const draftID = fields['draft'] ?? ''
    return render(c, { preview: await previewDraft(c, draftID), draftID, failure })
  },
})

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
  const sources: SourceFile[] = []
  for (const file of files) {
    const text = decodeFile(new Uint8Array(await file.arrayBuffer()))
    if (text === null) return err('not-utf8')
    sources.push({ name: file.name, text })
  }
  return fitsDraft(sources) ? ok(sources) : err('too-large')
}

/** Refuses uploads before their files are read, from people who may not import them. */
function rejectUploads() {
  return createMiddleware<OfficeEnv>(async (c, next) =>
    mayDo(c.var.person, 'import') ? next() : render(c, { failure: { code: 'forbidden' } }),
  )
}

async function storeFiles(c: FormContext<typeof uploadForm>): Promise<Response> {
  const { context } = c.var
  const files = await readUpload(c.req.valid('form'))
  if (!files.ok) return render(c, { upload: files.error })
  const preview = await previewImport(context.db, files.value, context.config)
  if (preview.kind === 'invalid' || preview.kind === 'too-large') return render(c, { preview })
  const draft = await storeDraft(context, files.value)
  return c.redirect(officeHref('import', { draft }), 303)
}

async function previewDraft(c: OfficeContext, draftID: string): Promise<ImportPreview | null> {
  const { context } = c.var
  const files = await readDraft(context, draftID)
  return files && previewImport(context.db, files, context.config)
}

type ShownImport = {
  readonly preview?: ImportPreview | null
  /** Empty before the upload. */
  readonly draftID?: string
  readonly failure?: ActionFailure
  readonly upload?: UploadProblem
  readonly done?: Action | null
}

async function render(c: OfficeContext, shown: ShownImport): Promise<Response> {
  const { context, words } = c.var
  const { preview = null, draftID = '', failure = null, upload = null, done = null } = shown
  const isInvalid = preview?.kind === 'invalid' || preview?.kind === 'too-large'
  return renderPage(
    c,
    { title: words('imports.title'), section: 'plans' },
    <ImportView
      {...{ preview, draftID, upload }}
      version={(await versionOf(context.db, importSubject)) ?? 0}
      history={await auditOf(context, importSubject)}
    />,
    {
      done,
      failure,
      ...(upload === 'too-large' && { status: 413 }),
      ...(failure === null &&
        (isInvalid || upload === 'no-file' || upload === 'not-utf8') && { status: 422 }),
    },
  )
}

type ImportViewProps = {
  readonly version: number
  readonly draftID: string
  readonly preview: ImportPreview | null
  readonly upload: UploadProblem | null
  readonly history: readonly AuditEntry[]
}

function ImportView(props: ImportViewProps) {
  const { words, may } = useOffice()
  const { preview, upload, history } = props
  return (
    <>
      <PlanTabs current="import" />
      <h1>{words('imports.title')}</h1>
      <ActionNotice />
      {upload !== null && (
        <p className="notice bad" role="alert">
          {words(`imports.problems.${upload}`)}
        </p>
      )}
      {preview && <Preview {...props} preview={preview} />}
      {may('import') ? <UploadForm /> : <p className="panel">{words('imports.ownersOnly')}</p>}
      <HistoryPanel
        heading={words('imports.history')}
        empty={words('imports.noHistory')}
        entries={history.slice(-20)}
      />
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
        <Panel id="preview" heading={words('imports.preview')}>
          <Warnings problems={preview.warnings} />
          <PlanDifference {...props} difference={preview.difference}>
            <ImportForm {...props} preview={preview} />
          </PlanDifference>
        </Panel>
      )
    case 'stock':
      return (
        <Panel id="preview" heading={words('imports.preview')}>
          <CodesDifference {...props} difference={preview.difference} />
          <ImportForm {...props} preview={preview} />
        </Panel>
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
