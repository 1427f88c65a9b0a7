import { searchOrders } from '../../backend/operations/search-orders.ts'
import type { FoundOrder } from '../../backend/operations/search-orders.ts'
import { formatMoney, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { renderPage } from '../layout/render-page.tsx'
import { orderHref } from './hrefs.ts'
import { StatusBadge } from './status-badge.tsx'

/** The longest query that can match: an email address. */
const maxQuery = 254

/** Finds orders by what a customer, a bank or a supplier names. */
export async function showOrders(c: AdminContext): Promise<Response> {
  const { context, locale, words } = c.var
  const query = (c.req.query('q') ?? '').trim().slice(0, maxQuery)
  const orders = query === '' ? null : await searchOrders(context, query)
  return renderPage(
    c,
    { title: words('sections.orders'), section: 'orders' },
    <>
      <div className="heading">
        <h1>{words('sections.orders')}</h1>
      </div>
      <SearchForm words={words} query={query} />
      {orders && <FoundOrders words={words} locale={locale} orders={orders} query={query} />}
    </>,
  )
}

/** Searches orders. It is on the first page too. */
export function SearchForm({ words, query = '' }: { words: AdminWords; query?: string }) {
  return (
    <form action="/admin/orders" className="panel" role="search">
      <div className="inline">
        <label className="field">
          <span>{words('orders.search')}</span>
          <input type="search" name="q" defaultValue={query} maxLength={maxQuery} required />
        </label>
        <button className="button">{words('orders.find')}</button>
      </div>
      <small>{words('orders.searchHint')}</small>
    </form>
  )
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
        {words('orders.nothing', { query })}
      </p>
    )
  return (
    <div className="panel scroll">
      <table>
        <caption>{words('orders.found', { count: orders.length })}</caption>
        <thead>
          <tr>
            <th scope="col">{words('orders.ordered')}</th>
            <th scope="col">{words('orders.email')}</th>
            <th scope="col">{words('orders.status')}</th>
            <th scope="col" className="number">
              {words('orders.plans')}
            </th>
            <th scope="col" className="number">
              {words('orders.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.invoiceID}>
              <th scope="row">
                <a href={orderHref(order.invoiceID)}>{formatTime(order.createdAt)}</a>
              </th>
              <td>{order.email}</td>
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
