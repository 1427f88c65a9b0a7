import type { z } from 'zod'
import type { BackendContext } from '../../context.ts'
import { readSales } from '../../plans/profit.ts'
import { everyFailure, countFailed, failedMessages } from '../../messages/retry-messages.ts'
import { d1Store } from '../../kit/sql-store.ts'
import { countOpenMessages } from '../../messages/conversation.ts'
import { lowStock } from '../../plans/low-stock.ts'
import {
  countOpenDecisions,
  isSelling,
  countOpenAlerts,
  urgentAlerts,
} from '../../office/open-alerts.ts'
import { supplierAccounts } from '../../purchases/check-balances.ts'
import { emptyFilters, failedSearches, outOfStockItems } from '../../plans/unmet-demand.ts'
import { countWatchedOrders } from '../../office/watched-orders.ts'
import { officeHref } from '../../words/office-paths.ts'
import { failureStatus } from '../action-form.tsx'
import { ActionNotice } from '../action-notice.tsx'
import type { AdminContext } from '../admin-env.ts'
import { renderPage } from '../layout/render-page.tsx'
import { useOffice } from '../office.tsx'
import type { RejectedForm } from '../routing/admin-action.ts'
import { adminPage } from '../routing/admin-page.ts'
import { doneQuery } from '../routing/query-fields.ts'
import { OrderSearch } from '../order-search.tsx'
import { AlertPanel } from './alert-panel.tsx'
import { AttentionTiles } from './attention-tiles.tsx'
import { FailedPanel } from './failed-panel.tsx'
import { DemandTables } from './demand-tables.tsx'
import { SalesPanel } from './sales-panel.tsx'
import { StockTable } from './stock-table.tsx'
import { SupplierTable } from './supplier-table.tsx'
import { lastDays } from '../../kit/time.shared.ts'

/** Days of the sales report. */
const period = 30

export const todayPage = adminPage({ query: doneQuery, get: showToday })

const mostAlerts = 20

/** Shows open work, and the sales of the last days. */
export async function showToday(
  c: AdminContext,
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
