import type { LowStock } from '../../plans/low-stock.ts'
import { urgentStockDays } from '../../plans/low-stock.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { formatNumber } from '../../words/formats.shared.ts'
import { useOffice } from '../office.tsx'
import { PlanName } from '../plans/plan-name.tsx'

type Props = { readonly plans: readonly LowStock[] }

/** Lists plans that sell out soon at the current rate. */
export function StockTable({ plans }: Props) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="stock">
      <h2 id="stock">{words('today.stock')}</h2>
      {plans.length === 0 ? (
        <p className="soft">{words('today.enoughStock')}</p>
      ) : (
        <WideTable
          name={{ id: 'stock' }}
          caption={words('today.stockText')}
          rows={plans}
          keyOf={({ tariffID }) => tariffID}
          columns={[
            { name: words('order.plan'), render: (plan) => <PlanName {...plan} /> },
            {
              name: words('today.left'),
              isNumber: true,
              render: ({ left }) => formatNumber(locale, left),
            },
            {
              name: words('today.sold'),
              isNumber: true,
              render: ({ sold }) => formatNumber(locale, sold),
            },
            {
              name: words('today.lasts'),
              isNumber: true,
              render: ({ daysLeft }) => (
                <span className={daysLeft < urgentStockDays ? 'badge bad' : 'badge warn'}>
                  {words('today.days', { count: daysLeft })}
                </span>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
