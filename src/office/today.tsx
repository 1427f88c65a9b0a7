import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { readSales } from '../plans/profit.ts'
import {
  everyFailure,
  countFailed,
  failedMessages,
  retryMessage,
} from '../messages/retry-messages.ts'
import type { FailedMessage } from '../messages/retry-messages.ts'
import { d1Store } from '../kit/sql-store.ts'
import { countOpenMessages } from '../messages/conversation.ts'
import { lowStock } from '../plans/low-stock.ts'
import { countOpenDecisions, isSelling, countOpenAlerts, urgentAlerts } from './open-alerts.ts'
import type { OpenAlert, OpenDecisions } from './open-alerts.ts'
import { supplierAccounts } from '../purchases/supplier-states.ts'
import { emptyFilters, failedSearches, outOfStockItems } from '../plans/unmet-demand.ts'
import { countWatchedOrders, orderGroups } from './watched-orders.ts'
import type { OrderGroup } from './watched-orders.ts'
import { officeHref } from '../words/office-paths.ts'
import { failureStatus, ActionNotice, actionForm } from './action-form.tsx'
import { useOffice } from './office.tsx'
import type { OfficeContext } from './office.tsx'
import { renderPage } from './document.tsx'
import { screen, doneQuery, actionPost } from './routing.ts'
import type { RejectedForm } from './routing.ts'
import { OrderSearch } from './lists.tsx'
import { DemandTables, StockTable, SupplierTable } from './stock.tsx'
import { SalesPanel } from './sales.tsx'
import { lastDays } from '../kit/time.shared.ts'
import { AlertList } from './alerts.tsx'
import { formatNumber } from '../words/formats.shared.ts'
import { FailedList } from '../messages/office-failed.tsx'

/** Days of the sales report. */
const period = 30

export const todayPage = screen({ query: doneQuery, get: showToday })

const mostAlerts = 20

/** Shows open work, and the sales of the last days. */
async function showToday(
  c: OfficeContext,
  { done }: z.output<typeof doneQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, words } = c.var
  const { now, config } = context
  const { since } = lastDays(now, period)
  const today = await readToday(context, since)
  const { alerts, stock, failed, suppliers, sales } = today
  const [currency] = config.CURRENCIES
  return renderPage(
    c,
    { title: words('today.title'), section: 'today' },
    <>
      <h1 className="unseen">{words('today.title')}</h1>
      <ActionNotice done={done} failure={rejected?.failure ?? null} />
      {!today.isOpen && <ClosedNotice />}
      <OrderSearch />
      <AttentionTiles {...today} messages={failed.count} />
      <AlertPanel {...alerts} />
      <SalesPanel
        title={words('today.sales', { count: period })}
        currency={currency}
        sales={sales}
        since={since}
        days={period}
      />
      <div className="columns">
        <StockTable plans={stock} />
        <DemandTables {...today} />
        <FailedPanel {...failed} />
        <SupplierTable suppliers={suppliers} />
      </div>
    </>,
    rejected ? failureStatus[rejected.failure.code] : 200,
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
      readSales(d1Store(db), { since }, config.CURRENCIES[0]),
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
    <section className="panel" aria-labelledby="alerts">
      <h2 id="alerts">{words('today.alerts')}</h2>
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
    </section>
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
  const { locale, words } = useOffice()
  return (
    <div className="tiles">
      {orderGroups.map((group) => (
        <a
          key={group}
          href={officeHref('orders', { group })}
          className={tileClass(orders[group], group)}
        >
          <span>{words(`groups.${group}`)}</span>
          <b>{formatNumber(locale, orders[group])}</b>
        </a>
      ))}
      <a href={officeHref('messages')} className="tile">
        <span>{words('today.openMessages')}</span>
        <b>{formatNumber(locale, questions)}</b>
      </a>
      <a href={officeHref('partners')} className="tile">
        <span>{words('today.openWithdrawals')}</span>
        <b>{formatNumber(locale, decisions.withdrawals)}</b>
      </a>
      <a href={officeHref('reviews')} className="tile">
        <span>{words('today.openReviews')}</span>
        <b>{formatNumber(locale, decisions.reviews)}</b>
      </a>
      <a href={officeHref('failedMessages')} className={tileClass(messages)}>
        <span>{words('today.failedMessages')}</span>
        <b>{formatNumber(locale, messages)}</b>
      </a>
    </div>
  )
}

/** A waiting order is not a problem yet, because delivery takes seconds. */
function tileClass(count: number, group?: OrderGroup): string {
  return count > 0 && group !== 'waiting' ? 'tile bad' : 'tile'
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
    <section className="panel" aria-labelledby="messages">
      <h2 id="messages">{words('today.failedMessages')}</h2>
      {count === 0 ? (
        <p className="soft">{words('today.noFailedMessages')}</p>
      ) : (
        <>
          <FailedList messages={messages.slice(0, mostShown)} action={officeHref('retry')} />
          <p>
            <a href={officeHref('failedMessages')}>{words('today.allFailedMessages', { count })}</a>
          </p>
        </>
      )}
    </section>
  )
}

/** Sends one message of the first page again. */
export const retryAction = actionPost({
  query: doneQuery,
  form: actionForm.extend({ messageID: z.string().min(1) }),
  run: async ({ var: { context, person } }, { form: { messageID, seenAt }, input }) =>
    retryMessage(context, person, { messageID, until: seenAt, ...input }),
  hrefAfter: () => officeHref('today', { done: 'retry' }),
  showAgain: showToday,
})
