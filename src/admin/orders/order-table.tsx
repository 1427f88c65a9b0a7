import { invoiceSubject } from '../../messages/alerts.ts'
import type { FoundOrder } from '../../orders/search-orders.ts'
import { formatMoney, formatTime } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { useOffice } from '../office.tsx'
import { customerOf } from './customer-of.ts'
import { StatusBadge } from './status-badge.tsx'

type Props = {
  readonly orders: readonly FoundOrder[]
  readonly caption: string
}

export function OrderTable({ orders, caption }: Props) {
  const { locale, words } = useOffice()
  return (
    <div className="panel">
      <WideTable
        name={words('sections.orders')}
        caption={caption}
        rows={orders}
        keyOf={({ invoiceID }) => invoiceID}
        columns={[
          {
            name: words('orders.email'),
            render: ({ invoiceID, email }) => (
              <>
                <a href={officeHref('order', { id: invoiceID })}>{customerOf(words, email)}</a>
                <br />
                <small>
                  <code>{invoiceSubject.of(invoiceID)}</code>
                </small>
              </>
            ),
          },
          { name: words('orders.ordered'), render: ({ createdAt }) => formatTime(createdAt) },
          {
            name: words('orders.status'),
            render: ({ status, scheduledFor }) => (
              <StatusBadge status={status} scheduledFor={scheduledFor} />
            ),
          },
          { name: words('orders.plans'), render: ({ plans }) => <PlanList plans={plans} /> },
          {
            name: words('orders.amount'),
            isNumber: true,
            render: ({ amount }) => formatMoney(locale, amount),
          },
        ]}
      />
    </div>
  )
}

/** Several lines often have the same plan. */
function PlanList({ plans }: Pick<FoundOrder, 'plans'>) {
  const counts = Map.groupBy(plans, (plan) => plan)
  return [...counts].map(([plan, { length }]) => (
    <div key={plan} className="plan-count">
      <code>{plan}</code>
      {length > 1 && ` ×\u00A0${length}`}
    </div>
  ))
}
