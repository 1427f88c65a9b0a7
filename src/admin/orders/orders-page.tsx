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
  const { orders, next } = await ordersOf(context, list)
  const isNewest = query === '' && !group
  return renderPage(
    c,
    { title, section: 'orders' },
    <>
      {!isNewest && <BackLink href={officeHref('orders')} page={words('sections.orders')} />}
      <h1>{title}</h1>
      <OrderGroups group={group} isNewest={isNewest} />
      <OrderSearch query={query} />
      {orders.length === 0 ? (
        <p className="panel" role="status">
          {query === '' ? words('orders.none') : words('orders.nothing', { query })}
        </p>
      ) : (
        <OrderTable orders={orders} caption={captionOf(words, list, orders.length)} />
      )}
      <Paging links={pageLinks(words, list, next)} />
    </>,
  )
}

/** Names the order of the list. A page of a group has only a part of its orders. */
function captionOf(words: AdminWords, { q: query, group }: OrderList, count: number): string {
  if (group && group !== 'unpaid') return words('orders.oldest')
  return query === '' && !group ? words('orders.newest') : words('orders.found', { count })
}

/** Returns links to the first and to the next orders, or null for a link that is not needed. */
function pageLinks(words: AdminWords, { group, after }: OrderList, next: string | null) {
  const [first, more] = group ? (['first', 'next'] as const) : (['newestAgain', 'older'] as const)
  return [
    after === '' ? null : { href: officeHref('orders', { group }), name: words(`orders.${first}`) },
    next === null
      ? null
      : { href: officeHref('orders', { group, after: next }), name: words(`orders.${more}`) },
  ]
}

async function ordersOf(context: BackendContext, list: OrderList): Promise<OrderPage> {
  const { q: query, group, after } = list
  if (group) return watchedOrders(context, group, after)
  if (query !== '') return { orders: await searchOrders(context, query), next: null }
  return listPaidOrders(context, after)
}
