import type { BackendContext } from '../../backend/context.ts'
import { searchOrders } from '../../backend/operations/search-orders.ts'
import type { FoundOrder } from '../../backend/operations/search-orders.ts'
import { orderGroups, watchedOrders } from '../../backend/reports/watched-orders.ts'
import { formatMoney, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { renderPage } from '../layout/render-page.tsx'
import { TableHead } from '../layout/table-head.tsx'
import { customerOf } from './customer-of.ts'
import { orderHref } from './hrefs.ts'
import { OrderSearch, maxQuery } from './order-search.tsx'
import { StatusBadge } from './status-badge.tsx'

/** Finds orders by a search text, or lists those of a group. */
export async function showOrders(c: AdminContext): Promise<Response> {
  const { context, locale, words } = c.var
  const query = (c.req.query('q') ?? '').trim().slice(0, maxQuery)
  const group = orderGroups.find((each) => each === c.req.query('group'))
  const title = group ? words(`groups.${group}`) : words('sections.orders')
  const orders = group ? await watchedOrders(context, group) : await found(context, query)
  return renderPage(
    c,
    { title, section: 'orders' },
    <>
      <h1>{title}</h1>
      <OrderSearch words={words} query={query} />
      {orders && <FoundOrders words={words} locale={locale} orders={orders} query={query} />}
    </>,
  )
}

async function found(context: BackendContext, query: string): Promise<FoundOrder[] | null> {
  return query === '' ? null : searchOrders(context, query)
}

type FoundOrdersProps = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly orders: readonly FoundOrder[]
  readonly query: string
}

function FoundOrders({ words, locale, orders, query }: FoundOrdersProps) {
  if (orders.length === 0)
    return (
      <p className="panel" role="status">
        {query === '' ? words('orders.none') : words('orders.nothing', { query })}
      </p>
    )
  return (
    <div className="panel scroll">
      <table>
        <caption>{words('orders.found', { count: orders.length })}</caption>
        <TableHead
          texts={[words('orders.ordered'), words('orders.email'), words('orders.status')]}
          numbers={[words('orders.plans'), words('orders.amount')]}
        />
        <tbody>
          {orders.map((order) => (
            <tr key={order.invoiceID}>
              <th scope="row">
                <a href={orderHref(order.invoiceID)}>{formatTime(order.createdAt)}</a>
              </th>
              <td>{customerOf(words, order.email)}</td>
              <td>
                <StatusBadge words={words} status={order.status} />
              </td>
              <td className="number">{order.lines}</td>
              <td className="number">{formatMoney(locale, order.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
