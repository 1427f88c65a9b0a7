import { z } from 'zod'
import type { BackendContext } from '../../context.ts'
import { listPaidOrders, searchOrders } from '../../orders/search-orders.ts'
import type { OrderPage } from '../../orders/search-orders.ts'
import { listedGroups, watchedOrders } from '../../office/watched-orders.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { BackLink } from '../layout/back-link.tsx'
import { CursorPaging } from '../layout/cursor-paging.tsx'
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
      <CursorPaging
        {...{ after: list.after, next: found.next }}
        names={pageNames(words, list)}
        hrefOf={(after) => ordersHref(list, after)}
      />
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

function ordersHref({ q, group }: OrderList, after?: string): string {
  return officeHref('orders', { q: group || q === '' ? undefined : q, group, after })
}

function pageNames(words: AdminWords, list: OrderList) {
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
