import { z } from 'zod'
import { previewSync, syncNow } from '../../backend/operations/goods/sync-now.ts'
import { listSyncs } from '../../backend/reports/supplier-syncs.ts'
import { mayDo } from '../../backend/operations/staff.ts'
import { SupplierError } from '../../backend/suppliers/supplier-error.ts'
import { logEvent } from '../../domain/log-event.ts'
import { queryString } from '../../locale/paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { readFields, readForm } from '../read-form.ts'
import { SuppliersView } from './suppliers-view.tsx'
import type { Comparison } from './suppliers-view-props.ts'

const comparisonForm = z.object({ supplier: z.string() })
const confirmation = z.object({
  supplier: z.string(),
  digest: z.string(),
  isConfirmed: z.literal('yes').optional(),
})

/** Suppliers and their syncs. */
export async function showSuppliers(c: AdminContext): Promise<Response> {
  return render(c, null, null)
}

/** Shows the changes that a sync would make now. A POST, because it calls the supplier. */
export async function compareCatalogue(c: AdminContext): Promise<Response> {
  const form = await readForm(c, comparisonForm)
  if (!form) return showRefusal(c, 'invalidForm', 422)
  if (!mayDo(c.var.person, 'sync-catalogue')) return render(c, null, { code: 'forbidden' })
  return render(c, await compare(c, form.supplier), null)
}

/** The action checks the role, the version, the key, and that the difference is the same. */
export async function syncSupplier(c: AdminContext): Promise<Response> {
  const { context, person } = c.var
  const fields = await readFields(c)
  const form = actionForm.safeParse(fields)
  const values = confirmation.safeParse(fields)
  if (!form.success || !values.success) return showRefusal(c, 'invalidForm', 422)
  const { idempotencyKey, version } = form.data
  const { supplier, digest, isConfirmed } = values.data
  const input = { supplier, digest, isConfirmed: isConfirmed === 'yes', idempotencyKey, version }
  const result = await answered(async () => syncNow(context, person, input))
  if (result === null) return render(c, { kind: 'silent' }, null)
  if (!result.ok) return render(c, await compare(c, supplier), result.error)
  return c.redirect(`/admin/suppliers${queryString({ done: 'sync-catalogue' })}`, 303)
}

async function compare(c: AdminContext, supplier: string): Promise<Comparison> {
  const preview = await answered(async () => previewSync(c.var.context, supplier))
  if (preview === null) return { kind: 'silent' }
  return preview.ok ? { kind: 'difference', preview: preview.value } : { kind: preview.error }
}

/** Null: the supplier failed. */
async function answered<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    logEvent({ event: 'catalogue-failed', error: error.message })
    return null
  }
}

async function render(
  c: AdminContext,
  comparison: Comparison | null,
  failure: ActionFailure | null,
): Promise<Response> {
  const { context, locale, words, person } = c.var
  const isBad = comparison !== null && comparison.kind !== 'difference'
  return renderPage(
    c,
    { title: words('suppliers.title'), section: 'plans' },
    <SuppliersView
      words={words}
      locale={locale}
      person={person}
      now={context.now}
      suppliers={await listSyncs(
        context,
        context.suppliers.map(({ id }) => id),
      )}
      comparison={comparison}
      failure={failure}
      done={c.req.query('done') ?? null}
    />,
    failure ? failureStatus[failure.code] : isBad ? 422 : 200,
  )
}
