import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { d1Store } from '../../kit/sql-store.ts'
import { auditOf } from '../../api/audit.ts'
import {
  applyImport,
  importSubject,
  readDraft,
  storeDraft,
  previewImport,
} from '../../plans/apply-import.ts'
import type { ImportPreview } from '../../plans/apply-import.ts'
import { mayDo } from '../../api/staff.ts'
import type { Action } from '../../api/staff.ts'
import { versionOf } from '../../api/perform-action.ts'
import { secretIDSchema } from '../../api/common.ts'
import { officeHref } from '../../words/office-paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext, AdminEnv } from '../admin-env.ts'
import { renderPage } from '../layout/render-page.tsx'
import { adminAction } from '../routing/admin-action.ts'
import { adminPage } from '../routing/admin-page.ts'
import { limitForm } from '../routing/limit-form.ts'
import { doneQuery } from '../routing/query-fields.ts'
import { validForm } from '../routing/admin-input.ts'
import type { FormContext } from '../routing/admin-input.ts'
import { ImportView } from './import-view.tsx'
import { maxUpload, readUpload, uploadForm } from './read-upload.ts'
import type { UploadProblem } from './read-upload.ts'

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
export const importPage = adminPage({
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
export const importAction = adminAction({
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
  return createMiddleware<AdminEnv>(async (c, next) =>
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

async function previewDraft(c: AdminContext, draftID: string): Promise<ImportPreview | null> {
  const { context } = c.var
  const files = await readDraft(context, draftID)
  const [base] = context.config.CURRENCIES
  return files && previewImport(d1Store(context.db), files, base)
}

async function render(
  c: AdminContext,
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
