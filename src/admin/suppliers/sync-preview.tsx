import type { SyncEntry } from '../../plans/sync-draft.ts'
import type { SyncPreview } from '../../plans/sync-now.ts'
import { formatMoney, formatNumber } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ConfirmForm } from '../imports/confirm-form.tsx'
import { PlanDifference } from '../imports/plan-difference.tsx'
import { useOffice } from '../office.tsx'
import { SyncProblems } from '../prices/sync-problems.tsx'
import type { SuppliersViewProps } from './suppliers-view-props.ts'

const mostShown = 50

type Props = SuppliersViewProps & { readonly preview: SyncPreview }

/** Shows the changes of a sync, with the form that confirms it. */
export function SyncPreviewPanel({ suppliers, preview }: Props) {
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
