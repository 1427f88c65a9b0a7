import type { BackendContext } from '../context.ts'
import { readSales } from '../plans/profit.ts'
import { countFailed, everyFailure, failedMessages } from '../messages/retry-messages.ts'
import type { FailedMessage } from '../messages/retry-messages.ts'
import { countOpenMessages } from '../messages/conversation.ts'
import { lowStock } from '../plans/low-stock.ts'
import { countOpenDecisions, isSelling, countOpenAlerts, urgentAlerts } from './open-alerts.ts'
import type { OpenAlert, OpenDecisions } from './open-alerts.ts'
import { supplierAccounts } from '../purchases/supplier-states.ts'
import { emptyFilters, failedSearches, outOfStockItems } from '../plans/unmet-demand.ts'
import { countWatchedOrders, orderGroups } from './watched-orders.ts'
import type { OrderGroup } from './watched-orders.ts'
import { officeHref } from '../words/office-paths.ts'
import { ActionNotice } from './action-form.tsx'
import { useOffice } from './office.tsx'
import { doneQuery, resource } from './resource.tsx'
import { OrderSearch, Panel } from './lists.tsx'
import { DemandTables, StockTable, SupplierTable } from './stock.tsx'
import { SalesPanel } from './sales.tsx'
import { lastDays } from '../kit/time.shared.ts'
import { AlertList } from './alerts.tsx'
import type { Currency } from '../kit/money.shared.ts'
import { FailedList, retry } from '../messages/office-failed.tsx'

/** Days of the sales report. */
const period = 30

const mostAlerts = 20

/** Shows open work, and the sales of the last days. */
export const todayScreen = resource({
  page: 'today',
  section: 'today',
  query: doneQuery,
  async load({ var: { context } }) {
    const { since } = lastDays(context.now, period)
    const [currency] = context.config.CURRENCIES
    return { today: await readToday(context, since), since, currency }
  },
  title: ({ words }) => words('today.title'),
  View: TodayView,
  forms: {
    actions: [retry],
    subject: async () => ({}),
    post: 'retry',
    href: (_, done) => (done ? officeHref('today', { done }) : officeHref('retry')),
  },
})

type TodayProps = {
  readonly today: Awaited<ReturnType<typeof readToday>>
  readonly since: Date
  readonly currency: Currency
}

function TodayView({ today, since, currency }: TodayProps) {
  const { words } = useOffice()
  const { alerts, stock, failed, suppliers, sales } = today
  return (
    <>
      <h1 className="unseen">{words('today.title')}</h1>
      <ActionNotice />
      {!today.isOpen && <ClosedNotice />}
      <OrderSearch />
      <AttentionTiles {...today} messages={failed.count} />
      <AlertPanel {...alerts} />
      <SalesPanel
        title={words('today.sales', { count: period })}
        {...{ currency, sales, since }}
        days={period}
      />
      <div className="columns">
        <StockTable plans={stock} />
        <DemandTables {...today} />
        <FailedPanel {...failed} />
        <SupplierTable suppliers={suppliers} />
      </div>
    </>
  )
}

/** Says that no plan is for sale. Settings show the reason with its remedy. */
function ClosedNotice() {
  const { words } = useOffice()
  return (
    <p className="notice bad">
      {words('today.sellsNothing')} <a href={officeHref('settings')}>{words('today.seeWhy')}</a>
    </p>
  )
}

async function readToday(context: BackendContext, since: Date) {
  const { db, config } = context
  const [isOpen, goods, alerts, orders, questions, failed, suppliers, sales, decisions] =
    await Promise.all([
      isSelling(context),
      readGoods(context),
      readAlerts(context),
      countWatchedOrders(context),
      countOpenMessages(context),
      readFailed(context),
      supplierAccounts(context),
      readSales(db, { since }, config.CURRENCIES[0]),
      countOpenDecisions(context),
    ])
  return { isOpen, ...goods, alerts, orders, questions, failed, suppliers, sales, decisions }
}

async function readGoods(context: BackendContext) {
  const [stock, outOfStock, searches, filters] = await Promise.all([
    lowStock(context),
    outOfStockItems(context),
    failedSearches(context),
    emptyFilters(context),
  ])
  return { stock, outOfStock, searches, filters }
}

async function readFailed(context: BackendContext) {
  const [{ messages }, { all: count }] = await Promise.all([
    failedMessages(context, everyFailure, ''),
    countFailed(context, everyFailure),
  ])
  return { messages, count }
}

async function readAlerts(context: BackendContext) {
  const [alerts, count] = await Promise.all([
    urgentAlerts(context, mostAlerts),
    countOpenAlerts(context),
  ])
  return { alerts, count }
}

type AlertPanelProps = {
  readonly alerts: readonly OpenAlert[]
  /** The number of all open alerts. */
  readonly count: number
}

/** Shows the most urgent alerts, and links to all of them. */
function AlertPanel({ alerts, count }: AlertPanelProps) {
  const { words } = useOffice()
  return (
    <Panel id="alerts" heading={words('today.alerts')}>
      {count === 0 ? (
        <p className="soft">{words('today.noAlerts')}</p>
      ) : (
        <AlertList alerts={alerts} />
      )}
      {count > alerts.length && (
        <p>
          <a href={officeHref('alerts')}>{words('today.allAlerts', { count })}</a>
        </p>
      )}
    </Panel>
  )
}

type Props = {
  readonly orders: { readonly [group in OrderGroup]: number }
  /** Unanswered messages of visitors. */
  readonly questions: number
  readonly decisions: OpenDecisions
  /** Mail and SMS that could not be sent. */
  readonly messages: number
}

/** Shows the number of open items of each kind. */
function AttentionTiles({ orders, questions, decisions, messages }: Props) {
  const { words, number } = useOffice()
  const tile = (name: string, href: string, count: number, isBad: boolean) => (
    <a key={href} href={href} className={count > 0 && isBad ? 'tile bad' : 'tile'}>
      <span>{name}</span>
      <b>{number(count)}</b>
    </a>
  )
  const { withdrawals, reviews } = decisions
  return (
    <div className="tiles">
      {orderGroups.map((group) =>
        // A waiting order is not a problem yet, because delivery takes seconds.
        tile(
          words(`groups.${group}`),
          officeHref('orders', { group }),
          orders[group],
          group !== 'waiting',
        ),
      )}
      {tile(words('today.openMessages'), officeHref('messages'), questions, false)}
      {tile(words('today.openWithdrawals'), officeHref('partners'), withdrawals, false)}
      {tile(words('today.openReviews'), officeHref('reviews'), reviews, false)}
      {tile(words('today.failedMessages'), officeHref('failedMessages'), messages, true)}
    </div>
  )
}

type FailedPanelProps = {
  /** Newest first. */
  readonly messages: readonly FailedMessage[]
  readonly count: number
}

const mostShown = 5

/** Shows the last messages that could not be sent, and links to all of them. */
function FailedPanel({ messages, count }: FailedPanelProps) {
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
