import { z } from 'zod'
import type { BackendContext } from '../../backend/context.ts'
import { listPaidOrders, searchOrders } from '../../backend/operations/search-orders.ts'
import type { OrderPage } from '../../backend/operations/search-orders.ts'
import { listedGroups, watchedOrders } from '../../backend/reports/watched-orders.ts'
import { officeHref } from '../../locale/office-paths.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { BackLink } from '../layout/back-link.tsx'
import { Paging } from '../layout/paging.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { OrderSearch, maxQuery } from '../order-search.tsx'
import { adminPage } from '../routing/admin-page.ts'
import { pageStart, searchText } from '../routing/query-fields.ts'
import { OrderGroups } from './order-groups.tsx'
import { OrderTable } from './order-table.tsx'

const ordersQuery = z.object({
  q: searchText(maxQuery),
  group: z.enum(listedGroups).optional().catch(undefined),
  after: pageStart,
})
type OrderList = z.output<typeof ordersQuery>

export const ordersPage = adminPage({ query: ordersQuery, get: showOrders })

/** Shows the newest paid orders, the results of a search, or the orders of a group. */
async function showOrders(c: AdminContext, list: OrderList): Promise<Response> {
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
      <Paging links={pageLinks(words, list, found.next)} />
    </>,
  )
}

/** Names the order of the list, or the number of orders if the page has all of them. */
function captionOf(words: AdminWords, list: OrderList, { orders, next }: OrderPage): string {
  if (isOldestFirst(list)) return words('orders.oldest')
  if (list.q === '' && !list.group) return words('orders.newest')
  const isWhole = list.after === '' && next === null
  return isWhole ? words('orders.found', { count: orders.length }) : words('orders.newestFirst')
}

/** The customer who waits longest is first. Nobody waits for the other orders. */
function isOldestFirst({ group }: OrderList): boolean {
  return group !== undefined && group !== 'unpaid'
}

/** Returns links to the first and to the next orders, or null for a link that is not needed. */
function pageLinks(words: AdminWords, list: OrderList, next: string | null) {
  const { group, after } = list
  const q = group || list.q === '' ? undefined : list.q
  const [first, more] = isOldestFirst(list)
    ? (['first', 'next'] as const)
    : (['newestAgain', 'older'] as const)
  return [
    after === ''
      ? null
      : { href: officeHref('orders', { q, group }), name: words(`orders.${first}`) },
    next === null
      ? null
      : { href: officeHref('orders', { q, group, after: next }), name: words(`orders.${more}`) },
  ]
}

async function ordersOf(context: BackendContext, list: OrderList): Promise<OrderPage> {
  const { q: query, group, after } = list
  if (group) return watchedOrders(context, group, after)
  if (query !== '') return searchOrders(context, query, after)
  return listPaidOrders(context, after)
}
