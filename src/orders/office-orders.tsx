import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { listPaidOrders, searchOrders } from './search-orders.ts'
import type { OrderPage, FoundOrder } from './search-orders.ts'
import { listedGroups, watchedOrders } from '../office/watched-orders.ts'
import type { ListedGroup } from '../office/watched-orders.ts'
import { officeHref } from '../words/office-paths.ts'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext, OfficeWords } from '../office/office.tsx'
import { BackLink, renderPage } from '../office/document.tsx'
import { CursorPaging, OrderSearch, maxQuery, WideTable } from '../office/lists.tsx'
import { screen, pageStart, searchText } from '../office/routing.ts'
import { invoiceSubject } from '../messages/alerts.ts'
import { formatMoney, formatTime, formatDate } from '../words/formats.shared.ts'
import type { InvoiceStatus } from './operations.ts'
import { erased } from '../kit/email.shared.ts'

const ordersQuery = z.object({
  q: searchText(maxQuery),
  group: z.enum(listedGroups).optional().catch(undefined),
  after: pageStart,
})
type OrderList = z.output<typeof ordersQuery>

export const ordersPage = screen({ query: ordersQuery, get: showOrders })

/** Shows the newest paid orders, the results of a search, or the orders of a group. */
async function showOrders(c: OfficeContext, list: OrderList): Promise<Response> {
  const { context, words } = c.var
  const { q: query, group } = list
  const title = group ? words(`groups.${group}`) : words('sections.orders')
  const found = await ordersOf(context, list)
  const isNewest = query === '' && !group
  return renderPage(
    c,
    { title, section: 'orders' },
    <>
      {!isNewest && <BackLink href={officeHref('orders')} page={words('sections.orders')} />}
      <h1>{title}</h1>
      <OrderGroups group={group} isNewest={isNewest} />
      <OrderSearch query={query} />
      {found.orders.length === 0 ? (
        <p className="panel" role="status">
          {query === '' ? words('orders.none') : words('orders.nothing', { query })}
        </p>
      ) : (
        <OrderTable orders={found.orders} caption={captionOf(words, list, found)} />
      )}
      <CursorPaging
        {...{ after: list.after, next: found.next }}
        names={pageNames(words, list)}
        hrefOf={(after) => ordersHref(list, after)}
      />
    </>,
  )
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

function ordersHref({ q, group }: OrderList, after?: string): string {
  return officeHref('orders', { q: group || q === '' ? undefined : q, group, after })
}

function pageNames(words: OfficeWords, list: OrderList) {
  return isOldestFirst(list)
    ? { first: words('orders.first'), next: words('orders.next') }
    : { first: words('orders.newestAgain'), next: words('orders.older') }
}

async function ordersOf(context: BackendContext, list: OrderList): Promise<OrderPage> {
  const { q: query, group, after } = list
  if (group) return watchedOrders(context, group, after)
  if (query !== '') return searchOrders(context, query, after)
  return listPaidOrders(context, after)
}

type OrderGroupsProps = {
  readonly group: ListedGroup | undefined
  readonly isNewest: boolean
}

/** Links to the paid orders and to each group of orders. */
function OrderGroups({ group, isNewest }: OrderGroupsProps) {
  const { words } = useOffice()
  return (
    <nav className="tabs" aria-label={words('orders.groups')}>
      <a href={officeHref('orders')} aria-current={isNewest ? 'page' : undefined}>
        {words('orders.newest')}
      </a>
      {listedGroups.map((each) => (
        <a
          key={each}
          href={officeHref('orders', { group: each })}
          aria-current={each === group ? 'page' : undefined}
        >
          {words(`groups.${each}`)}
        </a>
      ))}
    </nav>
  )
}

type Props = {
  readonly orders: readonly FoundOrder[]
  readonly caption: string
}

function OrderTable({ orders, caption }: Props) {
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

const tones: { readonly [status in InvoiceStatus]: string } = {
  processing: '',
  failed: 'warn',
  expired: '',
  paid: 'warn',
  success: 'good',
  disputed: 'bad',
  refunded: 'bad',
}

type StatusBadgeProps = {
  readonly status: InvoiceStatus
  /** The delivery date that a paid order waits for, or null. */
  readonly scheduledFor: string | null
}

export function StatusBadge({ status, scheduledFor }: StatusBadgeProps) {
  const { words } = useOffice()
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
