import { z } from 'zod'
import { previewSupplierSync, syncSupplierCatalogue } from './sync-now.ts'
import type { SyncPreview, ComparisonProblem } from './sync-now.ts'
import { listSyncs } from './low-stock.ts'
import type { SupplierSync } from './low-stock.ts'
import { mayDo } from '../api/staff.ts'
import type { Action } from '../api/staff.ts'
import { SupplierError } from '../supply/supplier.ts'
import { logEvent } from '../kit/log.ts'
import { officeHref } from '../words/office-paths.ts'
import { actionForm, failureStatus, ActionNotice } from '../office/action-form.tsx'
import type { ActionFailure } from '../office/action-form.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext } from '../office/office.tsx'
import { renderPage } from '../office/document.tsx'
import { actionPost, screen, formPost, doneQuery } from '../office/routing.ts'
import { formatTime, formatMoney, formatNumber } from '../words/formats.shared.ts'
import { PlanTabs } from './office-plans.tsx'
import type { SyncEntry } from './sync-draft.ts'
import { ConfirmForm, PlanDifference, SyncProblems } from './office-catalogue-change.tsx'

export const suppliersPage = screen({
  query: doneQuery,
  get: async (c, { done }) => render(c, null, null, done),
})

/** Shows the changes that a sync would make now. Uses POST because it calls the supplier. */
export const catalogueComparison = formPost({
  query: z.object({}),
  form: z.object({ supplier: z.string() }),
  async post(c, { supplier }) {
    if (!mayDo(c.var.person, 'sync-catalogue')) return render(c, null, { code: 'forbidden' })
    return render(c, await compare(c, supplier), null)
  },
})

/** Runs a sync. The action also checks that the difference is still the same. */
export const syncAction = actionPost({
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

function SuppliersView(props: SuppliersViewProps) {
  const { words } = useOffice()
  const { suppliers, comparison, failure } = props
  return (
    <>
      <PlanTabs current="suppliers" />
      <h1>{words('suppliers.title')}</h1>
      <p className="soft">{words('suppliers.text')}</p>
      <ActionNotice done={props.done} failure={failure} />
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
        <SupplierList {...props} />
      )}
    </>
  )
}

function SupplierList({ suppliers }: SuppliersViewProps) {
  const { locale, words, may } = useOffice()
  return (
    <section className="panel" aria-labelledby="suppliers">
      <h2 id="suppliers">{words('today.suppliers')}</h2>
      <ul className="list">
        {suppliers.map(({ supplier, syncedAt, nextAt, failures, plans }) => (
          <li key={supplier}>
            <span>
              <b>{supplier}</b>{' '}
              {failures > 0 && (
                <span className="badge bad">
                  {words('suppliers.failures', { count: failures })}
                </span>
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
        ))}
      </ul>
      <small lang={locale}>{words('suppliers.daily')}</small>
    </section>
  )
}

const mostShown = 50

type Props = SuppliersViewProps & { readonly preview: SyncPreview }

/** Shows the changes of a sync, with the form that confirms it. */
function SyncPreviewPanel({ suppliers, preview }: Props) {
  const { words } = useOffice()
  const { sync, digest } = preview
  const version = suppliers.find(({ supplier }) => supplier === sync.supplier)?.version ?? 0
  const unchanged = Math.max(0, sync.total - sync.tariffs.length)
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">{words('suppliers.preview', { supplier: sync.supplier })}</h2>
      <PlanDifference difference={{ plans: sync.tariffs, unchanged }}>
        <SyncProblems sync={sync} />
        <ConfirmForm
          href={officeHref('suppliers')}
          action="sync-catalogue"
          version={version}
          digest={digest}
          fields={{ supplier: sync.supplier }}
          risks={sync.risks}
          tick={words('suppliers.isConfirmed')}
          submit={words('suppliers.confirm')}
        />
      </PlanDifference>
      <Costs entries={sync.entries} />
    </section>
  )
}

type CostsProps = { readonly entries: readonly SyncEntry[] }

function Costs({ entries }: CostsProps) {
  const { locale, words } = useOffice()
  const costs = entries.filter(({ kind }) => kind === 'cost')
  if (costs.length === 0) return null
  return (
    <details>
      <summary>
        {words('suppliers.costs')}: {formatNumber(locale, costs.length)}
      </summary>
      <ul className="list">
        {costs.slice(0, mostShown).map(({ tariffID, planCode, before, after }) => (
          <li key={`${tariffID} ${planCode}`}>
            <code>{tariffID}</code>
            <span>
              {before === null ? '—' : formatMoney(locale, before)} →{' '}
              {after === null ? '—' : formatMoney(locale, after)}
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

/**
 * A difference, or the reason why there is none. `silent` means that the supplier did not answer.
 */
type Comparison =
  | { readonly kind: 'difference'; readonly preview: SyncPreview }
  | { readonly kind: ComparisonProblem | 'silent' }

type SuppliersViewProps = {
  readonly suppliers: readonly SupplierSync[]
  readonly comparison: Comparison | null
  readonly failure: ActionFailure | null
  readonly done: Action | null
}
