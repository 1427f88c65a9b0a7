import { z } from 'zod'
import { d1Store } from '../../backend/d1-store.ts'
import { auditOf } from '../../backend/operations/audit.ts'
import { applyImport, importSubject } from '../../backend/operations/goods/apply-import.ts'
import { readDraft, storeDraft } from '../../backend/operations/goods/import-drafts.ts'
import { previewImport } from '../../backend/operations/goods/import-preview.ts'
import type { ImportPreview } from '../../backend/operations/goods/import-preview.ts'
import { mayDo } from '../../backend/operations/staff.ts'
import { versionOf } from '../../backend/operations/subject-version.ts'
import { secretIDSchema } from '../../contract/common.ts'
import { queryString } from '../../locale/paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { readFields } from '../read-form.ts'
import { ImportView } from './import-view.tsx'
import { readUpload } from './read-upload.ts'
import type { UploadProblem } from './read-upload.ts'

const confirmation = z.object({
  draft: secretIDSchema,
  digest: z.string(),
  isConfirmed: z.literal('yes').optional(),
})

const uploadStatus = { 'no-file': 422, 'too-large': 413, 'not-utf8': 422 } as const

type ShownImport = {
  readonly preview: ImportPreview | null
  readonly failure?: ActionFailure
  readonly upload?: UploadProblem
}

/** The form for files, or the changes of the files of a draft. */
export async function showImport(c: AdminContext): Promise<Response> {
  const draftID = c.req.query('draft')
  if (draftID === undefined) return render(c, { preview: null })
  const preview = await previewDraft(c, draftID)
  if (preview) return render(c, { preview })
  return render(c, { preview, failure: { code: 'refused', reason: 'draft-expired' } })
}

/** Stores files that can be imported, and shows their changes. */
export async function uploadFiles(c: AdminContext): Promise<Response> {
  const { context, person } = c.var
  if (!mayDo(person, 'import')) return render(c, { preview: null, failure: { code: 'forbidden' } })
  const files = await readUpload(c)
  if (!files.ok) return render(c, { preview: null, upload: files.error })
  const [base] = context.config.CURRENCIES
  const preview = await previewImport(d1Store(context.db), files.value, base)
  if (preview.kind === 'invalid' || preview.kind === 'too-large') return render(c, { preview })
  const draft = await storeDraft(context, files.value)
  return c.redirect(`/admin/import${queryString({ draft })}`, 303)
}

/** The action checks the role, the version, the key, and that the difference is the same. */
export async function confirmImport(c: AdminContext): Promise<Response> {
  const { context, person } = c.var
  const fields = await readFields(c)
  const form = actionForm.safeParse(fields)
  if (!form.success) return showRefusal(c, 'invalidForm', 422)
  const values = confirmation.safeParse(fields)
  if (!values.success) return showRefusal(c, 'invalidForm', 422)
  const { draft: draftID, digest, isConfirmed } = values.data
  const { idempotencyKey, version } = form.data
  const result = await applyImport(context, person, {
    draftID,
    digest,
    isConfirmed: isConfirmed === 'yes',
    idempotencyKey,
    version,
  })
  if (result.ok) return c.redirect('/admin/import?done=import', 303)
  return failed(c, draftID, result.error)
}

async function failed(c: AdminContext, draftID: string, failure: ActionFailure): Promise<Response> {
  return render(c, { preview: await previewDraft(c, draftID), failure }, draftID)
}

async function previewDraft(c: AdminContext, draftID: string): Promise<ImportPreview | null> {
  const { context } = c.var
  const files = await readDraft(context, draftID)
  const [base] = context.config.CURRENCIES
  return files && previewImport(d1Store(context.db), files, base)
}

async function render(
  c: AdminContext,
  { preview, failure, upload }: ShownImport,
  draftID = c.req.query('draft') ?? '',
): Promise<Response> {
  const { context, locale, words, person } = c.var
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
      words={words}
      locale={locale}
      person={person}
      now={context.now}
      version={(await versionOf(context.db, importSubject)) ?? 0}
      draftID={draftID}
      preview={preview}
      failure={failure ?? null}
      upload={upload ?? null}
      done={c.req.query('done') ?? null}
      history={await auditOf(context, importSubject)}
    />,
    status,
  )
}
