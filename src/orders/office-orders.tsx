import type { OrderStatus } from './operations.ts'
import { orderFilters } from './order-filters.ts'
import {
  listedGroups,
  ordersOf,
  toFoundOrders,
  type FoundOrder,
  type FoundRow,
  type ListedGroup,
} from './search-orders.ts'
import { erased } from '../kit/email.shared.ts'
import { decimalOf } from '../kit/money.shared.ts'
import { sql } from '../kit/sql.ts'
import { orderSubject } from '../messages/alerts.ts'
import { dayFilters, type ListInput, type ListRows, type RowFilters } from '../office/list-rows.ts'
import { columnsOf, listScreen, type ListColumn } from '../office/list.tsx'
import { Ago, Tabs, WideTable } from '../office/lists.tsx'
import { fileTime } from '../office/money-files.ts'
import { useOffice, type OfficeWords } from '../office/office-context.tsx'
import { providerNames } from '../payments/settings.ts'
import { supplierFacts } from '../supply/suppliers.ts'
import { formatDate } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'

/** Staff filter by the states that orders have. */
const states = [
  'success',
  'paid',
  'processing',
  'failed',
  'expired',
  'disputed',
  'refunded',
  'lost',
] as const

/** Filters of orders and of what they sold. */
export const saleFilters = {
  plan: { where: orderFilters.plan },
  country: { where: orderFilters.country },
  supplier: {
    options: supplierFacts.map(({ id }) => id),
    where: orderFilters.supplier,
  },
} as const satisfies RowFilters

/** Columns of orders with what was bought, so that staff recognise the one that a customer means. */
const orderColumns: readonly ListColumn<FoundOrder>[] = [
  {
    name: (words) => words('orders.email'),
    cell: ({ invoiceID, email }, { words }) => (
      <>
        <a href={officeHref('order', { id: invoiceID })}>{customerOf(words, email)}</a>
        <br />
        <small>
          <code>{orderSubject.of(invoiceID)}</code>
        </small>
      </>
    ),
    text: ({ email }, words) => customerOf(words, email),
  },
  { name: (words) => words('order.number'), text: ({ invoiceID }) => orderSubject.of(invoiceID) },
  {
    name: (words) => words('orders.ordered'),
    cell: ({ createdAt }) => <Ago time={createdAt} />,
    text: ({ createdAt }) => fileTime(createdAt),
  },
  { name: (words) => words('order.paid'), text: ({ paidAt }) => fileTime(paidAt ?? '') },
  {
    name: (words) => words('orders.status'),
    cell: ({ status, scheduledFor, isRefunding }) => (
      <StatusBadge {...{ status, scheduledFor, isRefunding }} />
    ),
    text: ({ status }, words) => words(`statuses.${status}`),
  },
  {
    name: (words) => words('orders.plans'),
    cell: ({ plans }) => <PlanList plans={plans} />,
    text: ({ plans }) => plans.map(({ tariffID }) => tariffID).join(' '),
  },
  {
    name: (words) => words('orders.amount'),
    cell: ({ amount }, { money }) => money(amount),
    kind: 'number',
    text: ({ amount }) => ({ decimal: decimalOf(amount) }),
  },
  { name: (words) => words('money.columns.currency'), text: ({ amount }) => amount.currency },
]

function groupOf({ q, group }: ListInput): ListedGroup | undefined {
  return q === '' ? listedGroups.find((each) => each === group) : undefined
}

/** The newest paid orders, the results of a search, or the orders of a group. */
export const orderRows = {
  page: 'orders',
  id: 'i.id',
  idOf: ({ invoiceID }) => invoiceID,
  filters: {
    state: {
      options: states,
      names: 'statuses',
      where: (state) => sql`i.status = ${state}`,
    },
    ...dayFilters('i.created_at'),
    ...saleFilters,
    provider: {
      options: providerNames,
      where: orderFilters.provider,
    },
    code: { where: orderFilters.code },
  },
  sorts: { newest: { first: 'highest' }, oldest: { first: 'lowest' } },
  // The customer who waits longest is first. Nobody waits for the other orders.
  usualSort: (query) => (['unpaid', undefined].includes(groupOf(query)) ? 'newest' : 'oldest'),
  source: (context, query) =>
    ordersOf(context, { q: query.q, group: groupOf(query), state: query['state'] ?? '' }),
  toRows: toFoundOrders,
} as const satisfies ListRows<FoundOrder, FoundRow>

export const ordersScreen = listScreen<FoundOrder, FoundRow, object>({
  ...orderRows,
  section: 'orders',
  columns: orderColumns,
  load: async () => ({}),
  tab: { parameter: 'group', names: 'groups' },
  Above: ({ query }) => (
    <OrderTabs current={groupOf(query) ?? (query.q === '' ? 'newest' : 'search')} />
  ),
})

type OrderTabsProps = { readonly current: ListedGroup | 'newest' | 'esims' | 'search' }

/** Links to the paid orders, to each group of orders, and to the eSIMs. */
export function OrderTabs({ current }: OrderTabsProps) {
  const { words } = useOffice()
  return (
    <Tabs
      label={words('orders.groups')}
      tabs={[
        {
          name: words('orders.newest'),
          href: officeHref('orders'),
          isCurrent: current === 'newest',
        },
        ...listedGroups.map((each) => ({
          name: words(`groups.${each}`),
          href: officeHref('orders', { group: each }),
          isCurrent: each === current,
        })),
        {
          name: words('sections.esims'),
          href: officeHref('esims'),
          isCurrent: current === 'esims',
        },
      ]}
    />
  )
}

type Props = { readonly orders: readonly FoundOrder[]; readonly caption: string }

export function OrderTable({ orders, caption }: Props) {
  const office = useOffice()
  return (
    <div className="panel">
      <WideTable
        name={office.words('sections.orders')}
        caption={caption}
        rows={orders}
        keyOf={({ invoiceID }) => invoiceID}
        columns={columnsOf(orderColumns, office)}
      />
    </div>
  )
}

/** Several lines often have the same plan. */
function PlanList({ plans }: Pick<FoundOrder, 'plans'>) {
  const counts = Map.groupBy(plans, ({ title }) => title)
  return [...counts].map(([title, { length }]) => (
    <div key={title} className="plan-count">
      {title}
      {length > 1 && ` ×\u00A0${length}`}
    </div>
  ))
}

const tones: { readonly [status in OrderStatus]: string } = {
  processing: '',
  failed: 'warn',
  expired: '',
  paid: 'warn',
  success: 'good',
  disputed: 'bad',
  refunded: 'bad',
  lost: 'bad',
}

type StatusBadgeProps = {
  readonly status: OrderStatus
  /** The delivery date that a paid order waits for, or null. */
  readonly scheduledFor: string | null
  readonly isRefunding: number
}

export function StatusBadge({ status, scheduledFor, isRefunding }: StatusBadgeProps) {
  const { words } = useOffice()
  if (isRefunding === 1) return <span className="badge warn">{words('order.refunding')}</span>
  if (scheduledFor !== null)
    return (
      <span className="badge">
        {words('order.scheduledFor', { date: formatDate(scheduledFor) })}
      </span>
    )
  return <span className={`badge ${tones[status]}`}>{words(`statuses.${status}`)}</span>
}

/** Returns the address to show for an order. The address of an erased customer is deleted. */
export function customerOf(words: OfficeWords, email: string): string {
  return email === erased ? words('order.erased') : email
}
