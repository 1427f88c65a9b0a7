import { z } from 'zod'
import { listPaidOrders, searchOrders } from './search-orders.ts'
import type { OrderPage, FoundOrder } from './search-orders.ts'
import { listedGroups, watchedOrders } from '../office/watched-orders.ts'
import type { ListedGroup } from '../office/watched-orders.ts'
import { officeHref } from '../words/office-paths.ts'
import { useOffice } from '../office/office.tsx'
import type { OfficeWords } from '../office/office.tsx'
import { BackLink } from '../office/document.tsx'
import { Ago, CursorPaging, OrderSearch, Tabs, WideTable, maxQuery } from '../office/lists.tsx'
import { resource } from '../office/resource.tsx'
import { pageStart, searchText } from '../office/routing.ts'
import { orderSubject } from '../messages/alerts.ts'
import { formatDate } from '../words/formats.shared.ts'
import type { OrderStatus } from './operations.ts'
import { erased } from '../kit/email.shared.ts'

const ordersQuery = z.object({
  q: searchText(maxQuery),
  group: z.enum(listedGroups).optional().catch(undefined),
  after: pageStart,
})
type OrderList = z.output<typeof ordersQuery>

/** Shows the newest paid orders, the results of a search, or the orders of a group. */
export const ordersScreen = resource({
  page: 'orders',
  section: 'orders',
  query: ordersQuery,
  load: async ({ var: { context } }, { q, group, after }) => {
    if (group) return watchedOrders(context, group, after)
    return q === '' ? listPaidOrders(context, after) : searchOrders(context, q, after)
  },
  title: ({ words }, { query }) => titleOf(words, query),
  View: OrdersView,
})

function OrdersView({ query: list, ...found }: OrderPage & { readonly query: OrderList }) {
  const { words } = useOffice()
  const { q: query, group, after } = list
  const isNewest = query === '' && !group
  return (
    <>
      {!isNewest && <BackLink to="orders" />}
      <h1>{titleOf(words, list)}</h1>
      <OrderTabs group={group} isNewest={isNewest} />
      <OrderSearch query={query} />
      {found.orders.length === 0 ? (
        <p className="panel" role="status">
          {query === '' ? words('orders.none') : words('orders.nothing', { query })}
        </p>
      ) : (
        <OrderTable orders={found.orders} caption={captionOf(words, list, found)} />
      )}
      <CursorPaging
        {...{ after, next: found.next }}
        names={
          isOldestFirst(list)
            ? [words('orders.first'), words('orders.next')]
            : [words('orders.newestAgain'), words('orders.older')]
        }
        hrefOf={(last) =>
          officeHref('orders', { q: isNewest || group ? undefined : query, group, after: last })
        }
      />
    </>
  )
}

type OrderTabsProps = { readonly group: ListedGroup | undefined; readonly isNewest: boolean }

/** Links to the paid orders and to each group of orders. */
function OrderTabs({ group, isNewest }: OrderTabsProps) {
  const { words } = useOffice()
  return (
    <Tabs
      label={words('orders.groups')}
      tabs={[
        { name: words('orders.newest'), href: officeHref('orders'), isCurrent: isNewest },
        ...listedGroups.map((each) => ({
          name: words(`groups.${each}`),
          href: officeHref('orders', { group: each }),
          isCurrent: each === group,
        })),
      ]}
    />
  )
}

function titleOf(words: OfficeWords, { group }: OrderList): string {
  return group ? words(`groups.${group}`) : words('sections.orders')
}

/** Names the order of the list, or the number of orders if the page has all of them. */
function captionOf(words: OfficeWords, list: OrderList, { orders, next }: OrderPage): string {
  if (isOldestFirst(list)) return words('orders.oldest')
  if (list.q === '' && !list.group) return words('orders.newest')
  const isWhole = list.after === '' && next === null
  return isWhole ? words('orders.found', { count: orders.length }) : words('orders.newestFirst')
}

/** The customer who waits longest is first. Nobody waits for the other orders. */
function isOldestFirst({ group }: OrderList): boolean {
  return group !== undefined && group !== 'unpaid'
}

type Props = {
  readonly orders: readonly FoundOrder[]
  readonly caption: string
}

/** Shows orders with what was bought, so that staff recognise the one that a customer means. */
export function OrderTable({ orders, caption }: Props) {
  const { words, money } = useOffice()
  return (
    <div className="panel">
      <WideTable
        name={words('sections.orders')}
        caption={caption}
        rows={orders}
        keyOf={({ invoiceID }) => invoiceID}
        columns={[
          [
            words('orders.email'),
            ({ invoiceID, email }) => (
              <>
                <a href={officeHref('order', { id: invoiceID })}>{customerOf(words, email)}</a>
                <br />
                <small>
                  <code>{orderSubject.of(invoiceID)}</code>
                </small>
              </>
            ),
          ],
          [words('orders.ordered'), ({ createdAt }) => <Ago time={createdAt} />],
          [
            words('orders.status'),
            ({ status, scheduledFor, isRefunding }) => (
              <StatusBadge {...{ status, scheduledFor, isRefunding }} />
            ),
          ],
          [words('orders.plans'), ({ plans }) => <PlanList plans={plans} />],
          [words('orders.amount'), ({ amount }) => money(amount), 'number'],
        ]}
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
