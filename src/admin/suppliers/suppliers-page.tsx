import { z } from 'zod'
import { previewSupplierSync, syncSupplierCatalogue } from '../../plans/sync-now.ts'
import { listSyncs } from '../../plans/low-stock.ts'
import { mayDo } from '../../api/staff.ts'
import type { Action } from '../../api/staff.ts'
import { SupplierError } from '../../supply/supplier.ts'
import { logEvent } from '../../kit/log.ts'
import { officeHref } from '../../words/office-paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { renderPage } from '../layout/render-page.tsx'
import { adminAction } from '../routing/admin-action.ts'
import { adminPage, adminPost } from '../routing/admin-page.ts'
import { doneQuery } from '../routing/query-fields.ts'
import { SuppliersView } from './suppliers-view.tsx'
import type { Comparison } from './suppliers-view-props.ts'

export const suppliersPage = adminPage({
  query: doneQuery,
  get: async (c, { done }) => render(c, null, null, done),
})

/** Shows the changes that a sync would make now. Uses POST because it calls the supplier. */
export const catalogueComparison = adminPost({
  query: z.object({}),
  form: z.object({ supplier: z.string() }),
  async post(c, { supplier }) {
    if (!mayDo(c.var.person, 'sync-catalogue')) return render(c, null, { code: 'forbidden' })
    return render(c, await compare(c, supplier), null)
  },
})

/** Runs a sync. The action also checks that the difference is still the same. */
export const syncAction = adminAction({
  query: z.object({}),
  form: actionForm.extend({
    supplier: z.string(),
    digest: z.string(),
    isConfirmed: z.literal('yes').optional(),
  }),
  async run(c, { form: { supplier, digest, isConfirmed }, input }) {
    const { context, person } = c.var
    const sync = { supplier, digest, isConfirmed: isConfirmed === 'yes', ...input }
    const result = await callOrNull(async () => syncSupplierCatalogue(context, person, sync))
    return result ?? render(c, { kind: 'silent' }, null)
  },
  hrefAfter: () => officeHref('suppliers', { done: 'sync-catalogue' }),
  showAgain: async (c, _, { fields, failure }) =>
    // A comparison calls the supplier, so it needs the same role as the sync.
    failure.code === 'forbidden'
      ? render(c, null, failure)
      : render(c, await compare(c, fields['supplier'] ?? ''), failure),
})

async function compare(c: AdminContext, supplier: string): Promise<Comparison> {
  const preview = await callOrNull(async () => previewSupplierSync(c.var.context, supplier))
  if (preview === null) return { kind: 'silent' }
  return preview.ok ? { kind: 'difference', preview: preview.value } : { kind: preview.error }
}

/** Returns null if the supplier fails. */
async function callOrNull<T>(call: () => Promise<T>): Promise<T | null> {
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
  done: Action | null = null,
): Promise<Response> {
  const { context, words } = c.var
  const isBad = comparison !== null && comparison.kind !== 'difference'
  return renderPage(
    c,
    { title: words('suppliers.title'), section: 'plans' },
    <SuppliersView
      suppliers={await listSyncs(
        context,
        context.suppliers.map(({ id }) => id),
      )}
      comparison={comparison}
      failure={failure}
      done={done}
    />,
    failure ? failureStatus[failure.code] : isBad ? 422 : 200,
  )
}
