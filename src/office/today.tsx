import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { lastDays } from '../kit/time.shared.ts'
import { alertDetailText } from '../messages/alert-detail.ts'
import { alertHref } from '../messages/alerts.ts'
import { countOpenMessages } from '../messages/conversation.ts'
import { FailedList, retry } from '../messages/office-failed.tsx'
import { countFailed, everyFailure, failedMessages } from '../messages/retry-messages.ts'
import { lowStock } from '../plans/low-stock.ts'
import { readSales, reportedDays } from '../plans/profit.ts'
import { emptyFilters, failedSearches, outOfStockItems } from '../plans/unmet-demand.ts'
import { supplierAccounts } from '../purchases/supplier-states.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { ActionNotice } from './action-form.tsx'
import { BackLink } from './document.tsx'
import { CursorPaging, OrderSearch, Panel } from './lists.tsx'
import { useOffice } from './office-context.tsx'
import {
  countOpenAlerts,
  countOpenDecisions,
  isSelling,
  openAlerts,
  urgentAlerts,
} from './open-alerts.ts'
import type { OpenAlert } from './open-alerts.ts'
import { resource } from './resource.tsx'
import { doneQuery, pageStart } from './routing.ts'
import { SalesPanel } from './sales.tsx'
import { DemandTables, StockTable, SupplierTable } from './stock.tsx'
import { countWatchedOrders, orderGroups } from '../orders/search-orders.ts'

const mostAlerts = 20

/** Shows open work, and the sales of the last days. */
export const todayScreen = resource({
  page: 'today',
  section: 'today',
  query: doneQuery,
  async load({ var: { context } }) {
    const days = await reportedDays(context.db, context.now)
    const { since } = lastDays(context.now, days)
    const [currency] = context.config.CURRENCIES
    const [isOpen, sales, demand, work] = await Promise.all([
      isSelling(context),
      readSales(context.db, { since }, currency),
      readDemand(context),
      readWork(context),
    ])
    return { isOpen, demand, work, sales: { sales, since, days, currency } }
  },
  title: ({ words }) => words('today.title'),
  View({ isOpen, demand, work, sales }) {
    const { words, seesMoney } = useOffice()
    return (
      <>
        <h1 className="unseen">{words('today.title')}</h1>
        <ActionNotice />
        {/* Settings show the reason with its remedy. */}
        {!isOpen && (
          <p className="notice bad">
            {words('today.sellsNothing')}{' '}
            <a href={officeHref('settings')}>{words('today.seeWhy')}</a>
          </p>
        )}
        <OrderSearch />
        <AttentionTiles {...work} />
        <AlertPanel {...work} />
        {seesMoney && <SalesPanel {...sales} title={words('today.sales', { count: sales.days })} />}
        <div className="columns">
          <StockTable plans={demand.stock} />
          <DemandTables {...demand} />
          <FailedPanel {...work} />
          <SupplierTable suppliers={work.suppliers} />
        </div>
      </>
    )
  },
  forms: {
    actions: [retry],
    subject: async () => ({}),
    post: 'retry',
    href: (_, done) => (done ? officeHref('today', { done }) : officeHref('retry')),
  },
})

async function readDemand(context: BackendContext) {
  const [stock, outOfStock, searches, filters] = await Promise.all([
    lowStock(context),
    outOfStockItems(context),
    failedSearches(context),
    emptyFilters(context),
  ])
  return { stock, outOfStock, searches, filters }
}

/** Everything that waits for a member of staff. */
async function readWork(context: BackendContext) {
  const [alerts, alertCount, orders, questions, { messages }, failed, suppliers, decisions] =
    await Promise.all([
      urgentAlerts(context, mostAlerts),
      countOpenAlerts(context),
      countWatchedOrders(context),
      countOpenMessages(context),
      failedMessages(context, everyFailure, ''),
      countFailed(context, everyFailure),
      supplierAccounts(context),
      countOpenDecisions(context),
    ])
  const failedCount = failed.all
  return { alerts, alertCount, orders, questions, messages, failedCount, suppliers, decisions }
}

type OpenWork = Awaited<ReturnType<typeof readWork>>

type Tile = {
  readonly name: string
  readonly href: string
  readonly count: number
  readonly isBad?: boolean
}

/** Shows how many items of each kind wait, or that nothing waits. */
function AttentionTiles({ orders, questions, decisions, failedCount, alertCount }: OpenWork) {
  const { words, number } = useOffice()
  const { withdrawals, reviews } = decisions
  const all: readonly Tile[] = [
    ...orderGroups.map((group) => ({
      name: words(`groups.${group}`),
      href: officeHref('orders', { group }),
      count: orders[group],
      // A waiting order is not a problem yet, because delivery takes seconds.
      isBad: group !== 'waiting',
    })),
    {
      name: words('today.openMessages'),
      href: officeHref('messages'),
      count: questions,
      isBad: false,
    },
    { name: words('today.openWithdrawals'), href: officeHref('partners'), count: withdrawals },
    { name: words('today.openReviews'), href: officeHref('reviews'), count: reviews },
    {
      name: words('today.failedMessages'),
      href: officeHref('failedMessages'),
      count: failedCount,
      isBad: true,
    },
  ]
  const tiles = all.filter(({ count }) => count > 0)
  if (tiles.length === 0)
    return alertCount === 0 && <p className="panel">{words('today.nothingWaits')}</p>
  return (
    <div className="tiles">
      {tiles.map(({ name, href, count, isBad = false }) => (
        <a key={href} href={href} className={isBad ? 'tile bad' : 'tile'}>
          <span>{name}</span>
          <b>{number(count)}</b>
        </a>
      ))}
    </div>
  )
}

/** Shows the most urgent alerts, and links to all of them. */
function AlertPanel({ alerts, alertCount: count }: OpenWork) {
  const { words } = useOffice()
  if (count === 0) return null
  return (
    <Panel id="alerts" heading={words('today.alerts')}>
      <AlertList alerts={alerts} />
      {count > alerts.length && (
        <p>
          <a href={officeHref('alerts')}>{words('today.allAlerts', { count })}</a>
        </p>
      )}
    </Panel>
  )
}

const mostShown = 5

/** Shows the last messages that could not be sent, and links to all of them. */
function FailedPanel({ messages, failedCount: count }: OpenWork) {
  const { words } = useOffice()
  return (
    <Panel id="messages" heading={words('today.failedMessages')}>
      {count === 0 ? (
        <p className="soft">{words('today.noFailedMessages')}</p>
      ) : (
        <>
          <FailedList messages={messages.slice(0, mostShown)} />
          <p>
            <a href={officeHref('failedMessages')}>{words('today.allFailedMessages', { count })}</a>
          </p>
        </>
      )}
    </Panel>
  )
}

/** Shows all open alerts in pages, newest first. */
export const alertsScreen = resource({
  page: 'alerts',
  section: 'today',
  query: z.object({ after: pageStart }),
  async load({ var: { context } }, { after }) {
    const [list, count] = await Promise.all([openAlerts(context, after), countOpenAlerts(context)])
    return { ...list, count }
  },
  title: ({ words }) => words('today.alerts'),
  View({ query: { after }, alerts, next, count }) {
    const { words } = useOffice()
    return (
      <>
        <BackLink to="today" />
        <h1>{words('today.alerts')}</h1>
        {count === 0 ? (
          <p className="panel" role="status">
            {words('today.noAlerts')}
          </p>
        ) : (
          <Panel id="open" heading={words('today.alertCount', { count })}>
            <AlertList alerts={alerts} />
          </Panel>
        )}
        <CursorPaging
          {...{ after, next }}
          names={[words('today.newestAlerts'), words('today.olderAlerts')]}
          hrefOf={(last) => officeHref('alerts', { after: last })}
        />
      </>
    )
  },
})

function AlertList({ alerts }: { readonly alerts: readonly OpenAlert[] }) {
  const { locale, words, shopWords } = useOffice()
  return (
    <ul className="list">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <span>
            <b className="sentence">{shopWords(`alerts.titles.${alert.kind}`)}</b>{' '}
            <AlertSubject {...alert} />
          </span>
          <span>{shopWords(`alerts.actions.${alert.kind}`)}</span>
          <small>
            {alertDetailText(locale, alert.detail)} ·{' '}
            {words('today.since', { time: formatTime(alert.since) })}
          </small>
        </li>
      ))}
    </ul>
  )
}

function AlertSubject(alert: OpenAlert) {
  const href = alertHref(alert)
  if (href === null) return <span>{alert.subject}</span>
  return (
    <a className="unbroken" href={href}>
      {alert.subject}
    </a>
  )
}
