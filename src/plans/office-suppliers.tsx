import { z } from 'zod'
import { mayDo } from '../api/staff.ts'
import { logEvent } from '../kit/log.ts'
import { ActionNotice, actionForm, usePageState, type PageState } from '../office/action-form.tsx'
import { renderPage } from '../office/document.tsx'
import { isTicked } from '../office/fields.tsx'
import { Panel } from '../office/lists.tsx'
import { useOffice, type OfficeContext } from '../office/office-context.tsx'
import { actionPost, type OfficeScreen } from '../office/resource.tsx'
import { doneQuery, formPost, screen } from '../office/routing.ts'
import { SupplierError } from '../supply/supplier.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { listSyncs, type SupplierSync } from './low-stock.ts'
import { ConfirmForm, PlanDifference, SyncProblems } from './office-catalogue-change.tsx'
import { PlanTabs } from './office-plans.tsx'
import type { SyncEntry } from './plan-sync.ts'
import { previewSupplierSync, syncSupplierCatalogue } from './sync-catalogue.ts'
import type { ComparisonProblem, SyncPreview } from './sync-catalogue.ts'

/** Shows the syncs of catalogues, and the changes that a sync would make now. */
export const suppliersScreen: OfficeScreen = (app) => {
  app.get(
    officePages.suppliers.path,
    ...screen({ query: doneQuery, get: async (c, { done }) => render(c, null, { done }) }),
  )
  app.post(officePages.compareCatalogue.path, ...comparePost)
  app.post(officePages.suppliers.path, ...syncPost)
}

/** Uses POST because it calls the supplier. */
const comparePost = formPost({
  query: z.object({}),
  form: z.object({ supplier: z.string() }),
  async post(c, { supplier }) {
    if (mayDo(c.var.person, 'sync-catalogue')) return render(c, await compare(c, supplier))
    return render(c, null, { failure: { code: 'forbidden' } })
  },
})

/** Runs a sync. The action also checks that the difference is still the same. */
const syncPost = actionPost({
  query: z.object({}),
  form: actionForm.extend({ supplier: z.string(), digest: z.string(), isConfirmed: isTicked }),
  async run(c, { form: { supplier, digest, isConfirmed }, input }) {
    const { context, person } = c.var
    const sync = { ...input, supplier, digest, isConfirmed }
    const result = await callOrNull(async () => syncSupplierCatalogue(context, person, sync))
    return result ?? render(c, { kind: 'silent' })
  },
  hrefAfter: () => officeHref('suppliers', { done: 'sync-catalogue' }),
  showAgain: async (c, _, { fields, failure }) =>
    // A comparison calls the supplier, so it needs the same role as the sync.
    render(c, failure.code === 'forbidden' ? null : await compare(c, fields['supplier'] ?? ''), {
      failure,
    }),
})

/**
 * A difference, or the reason why there is none. `silent` means that the supplier did not answer.
 */
type Comparison =
  | { readonly kind: 'difference'; readonly preview: SyncPreview }
  | { readonly kind: ComparisonProblem | 'silent' }

async function compare(c: OfficeContext, supplier: string): Promise<Comparison> {
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
  c: OfficeContext,
  comparison: Comparison | null,
  outcome: Partial<PageState> = {},
): Promise<Response> {
  const { context, words } = c.var
  const isBad = comparison !== null && comparison.kind !== 'difference'
  const suppliers = await listSyncs(
    context,
    context.suppliers.map(({ id }) => id),
  )
  return renderPage(
    c,
    { title: words('suppliers.title'), section: 'plans' },
    <SuppliersView {...{ suppliers, comparison }} />,
    { ...outcome, ...(!outcome.failure && isBad && { status: 422 }) },
  )
}

type SuppliersProps = {
  readonly suppliers: readonly SupplierSync[]
  readonly comparison: Comparison | null
}

function SuppliersView(props: SuppliersProps) {
  const { words } = useOffice()
  const { failure } = usePageState()
  const { suppliers, comparison } = props
  return (
    <>
      <PlanTabs current="suppliers" />
      <h1>{words('suppliers.title')}</h1>
      <p className="soft">{words('suppliers.text')}</p>
      <ActionNotice />
      {failure === null && comparison && comparison.kind !== 'difference' && (
        <p className="notice bad" role="alert">
          {words(`suppliers.problems.${comparison.kind}`)}
        </p>
      )}
      {comparison?.kind === 'difference' && (
        <SyncPreviewPanel {...props} preview={comparison.preview} />
      )}
      {suppliers.length === 0 ? (
        <p className="panel">{words('today.noSuppliers')}</p>
      ) : (
        <Panel id="suppliers" heading={words('today.suppliers')}>
          <ul className="list">
            {suppliers.map((each) => (
              <SupplierItem key={each.supplier} {...each} />
            ))}
          </ul>
          <small>{words('suppliers.daily')}</small>
        </Panel>
      )}
    </>
  )
}

function SupplierItem({ supplier, syncedAt, nextAt, failures, plans }: SupplierSync) {
  const { words, may } = useOffice()
  return (
    <li>
      <span>
        <b>{supplier}</b>{' '}
        {failures > 0 && (
          <span className="badge bad">{words('suppliers.failures', { count: failures })}</span>
        )}
      </span>
      <small>
        {words('suppliers.plans', { count: plans })} ·{' '}
        {syncedAt === null
          ? words('suppliers.never')
          : words('suppliers.synced', { time: formatTime(syncedAt) })}
        {nextAt !== null && ` · ${words('suppliers.next', { time: formatTime(nextAt) })}`}
      </small>
      {may('sync-catalogue') && (
        <form method="post" action={officeHref('compareCatalogue')}>
          <input type="hidden" name="supplier" value={supplier} />
          <button className="button quiet">{words('suppliers.compare', { supplier })}</button>
        </form>
      )}
    </li>
  )
}

type PreviewProps = SuppliersProps & { readonly preview: SyncPreview }

/** Shows the changes of a sync, with the form that confirms it. */
function SyncPreviewPanel({ suppliers, preview: { sync, digest } }: PreviewProps) {
  const { words } = useOffice()
  const version = suppliers.find(({ supplier }) => supplier === sync.supplier)?.version ?? 0
  const unchanged = Math.max(0, sync.total - sync.plans.length)
  return (
    <Panel id="preview" heading={words('suppliers.preview', { supplier: sync.supplier })}>
      <PlanDifference difference={{ plans: sync.plans, unchanged }}>
        <SyncProblems sync={sync} />
        <ConfirmForm
          href={officeHref('suppliers')}
          action="sync-catalogue"
          {...{ version, digest }}
          fields={{ supplier: sync.supplier }}
          risks={sync.risks}
          tick={words('suppliers.isConfirmed')}
          submit={words('suppliers.confirm')}
        />
      </PlanDifference>
      <Costs entries={sync.entries} />
    </Panel>
  )
}

const mostShown = 50

function Costs({ entries }: { readonly entries: readonly SyncEntry[] }) {
  const { words, money, number } = useOffice()
  const costs = entries.filter(({ kind }) => kind === 'cost')
  if (costs.length === 0) return null
  return (
    <details>
      <summary>
        {words('suppliers.costs')}: {number(costs.length)}
      </summary>
      <ul className="list">
        {costs.slice(0, mostShown).map(({ tariffID, planCode, before, after }) => (
          <li key={`${tariffID} ${planCode}`}>
            <code>{tariffID}</code>
            <span>
              {before === null ? '—' : money(before)} → {after === null ? '—' : money(after)}
            </span>
          </li>
        ))}
        {costs.length > mostShown && (
          <li>{words('imports.more', { count: costs.length - mostShown })}</li>
        )}
      </ul>
    </details>
  )
}
