import type { SyncEntry } from '../../backend/catalogue-sync/sync-draft.ts'
import type { SyncPreview } from '../../backend/operations/goods/sync-now.ts'
import { mayDo } from '../../backend/operations/staff.ts'
import type { StaffMember } from '../../backend/operations/staff.ts'
import type { SupplierSync } from '../../backend/reports/supplier-syncs.ts'
import { formatMoney, formatNumber, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { ActionNotice } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import { ConfirmForm } from '../imports/confirm-form.tsx'
import { PlanDifference } from '../imports/plan-difference.tsx'
import { PlanTabs } from '../plans/plan-tabs.tsx'
import { SyncProblems } from '../prices/sync-problems.tsx'
import type { Comparison } from './suppliers-page.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly person: StaffMember
  readonly now: Date
  readonly suppliers: readonly SupplierSync[]
  readonly comparison: Comparison | null
  readonly failure: ActionFailure | null
  readonly done: string | null
}

const mostShown = 50

export function SuppliersView(props: Props) {
  const { words, suppliers, comparison, failure } = props
  return (
    <>
      <h1>{words('suppliers.title')}</h1>
      <PlanTabs words={words} current="suppliers" />
      <p className="soft">{words('suppliers.text')}</p>
      <ActionNotice words={words} done={props.done} failure={failure} />
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

function SupplierList({ words, locale, person, suppliers }: Props) {
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
            {mayDo(person, 'sync-catalogue') && (
              <form method="post" action="/admin/suppliers/compare">
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

type PreviewProps = Props & { readonly preview: SyncPreview }

/** What a sync would write, with the form that confirms it. */
function SyncPreviewPanel({ words, locale, now, suppliers, preview }: PreviewProps) {
  const { sync, digest } = preview
  const version = suppliers.find(({ supplier }) => supplier === sync.supplier)?.version ?? 0
  const unchanged = Math.max(0, sync.total - sync.tariffs.length)
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">{words('suppliers.preview', { supplier: sync.supplier })}</h2>
      <PlanDifference
        words={words}
        locale={locale}
        difference={{ plans: sync.tariffs, unchanged }}
      />
      <Costs words={words} locale={locale} entries={sync.entries} />
      <SyncProblems words={words} sync={sync} />
      <ConfirmForm
        words={words}
        now={now}
        href="/admin/suppliers"
        action="sync-catalogue"
        version={version}
        digest={digest}
        fields={{ supplier: sync.supplier }}
        risks={sync.risks}
        tick={words('suppliers.isConfirmed')}
        submit={words('suppliers.confirm')}
      />
    </section>
  )
}

type CostsProps = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly entries: readonly SyncEntry[]
}

/** Plans whose cost changes. */
function Costs({ words, locale, entries }: CostsProps) {
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
