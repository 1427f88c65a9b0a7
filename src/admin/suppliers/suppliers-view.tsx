import { formatTime } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ActionNotice } from '../action-notice.tsx'
import { useOffice } from '../office.tsx'
import { PlanTabs } from '../plans/plan-tabs.tsx'
import { SyncPreviewPanel } from './sync-preview.tsx'
import type { SuppliersViewProps } from './suppliers-view-props.ts'

export function SuppliersView(props: SuppliersViewProps) {
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
