import type { EmptyFilter, FailedSearch, OutOfStockItem } from '../plans/unmet-demand.ts'
import { dayRangeNames, trafficSizes } from '../kit/plan-sizes.shared.ts'
import { readFilter } from '../plans/demand.shared.ts'
import { urgentStockDays, type LowStock } from '../plans/low-stock.ts'
import { PlanName } from '../plans/office-plans.tsx'
import { worldRegions } from '../plans/operations.ts'
import type { SupplierAccount } from '../purchases/supplier-states.ts'
import { formatDate, formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { daysLabel, sizeLabel } from '../words/plan-words.ts'
import type { Words } from '../words/words.shared.ts'
import { Panel, TablePanel, WideTable, type Column } from './lists.tsx'
import { useOffice } from './office-context.tsx'
import type { OrderGroup } from '../orders/search-orders.ts'

const mostUrgent = 5

/** Lists plans that sell out soon at the current rate. All but the most urgent are folded. */
export function StockTable({ plans }: { readonly plans: readonly LowStock[] }) {
  const { words, number } = useOffice()
  const rest = plans.slice(mostUrgent)
  const columns: readonly [Column<LowStock>, ...Column<LowStock>[]] = [
    [words('order.plan'), (plan) => <PlanName {...plan} />],
    [words('today.left'), ({ left }) => number(left), 'number'],
    [words('today.sold'), ({ sold }) => number(sold), 'number'],
    [
      words('today.lasts'),
      ({ daysLeft }) => (
        <span className={daysLeft < urgentStockDays ? 'badge bad' : 'badge warn'}>
          {words('today.days', { count: daysLeft })}
        </span>
      ),
      'number',
    ],
  ]
  const keyOf = ({ tariffID }: LowStock) => tariffID
  return (
    <Panel
      id="stock"
      heading={words('today.stock')}
      text={words(plans.length === 0 ? 'today.enoughStock' : 'today.stockText')}
    >
      {plans.length > 0 && (
        <WideTable
          name={{ id: 'stock' }}
          rows={plans.slice(0, mostUrgent)}
          {...{ keyOf, columns }}
        />
      )}
      {rest.length > 0 && (
        <details>
          <summary>{words('today.moreStock', { count: rest.length })}</summary>
          <WideTable name={words('today.stock')} rows={rest} {...{ keyOf, columns }} />
        </details>
      )}
    </Panel>
  )
}

/** Lists the balances of the shop's accounts, and orders that need a decision. */
export function SupplierTable({ suppliers }: { readonly suppliers: readonly SupplierAccount[] }) {
  const { words, money } = useOffice()
  const heldOrders = officeHref('orders', { group: 'held' satisfies OrderGroup })
  return (
    <Panel id="suppliers" heading={words('today.suppliers')}>
      {suppliers.length === 0 && <p className="soft">{words('today.noSuppliers')}</p>}
      <ul className="list" hidden={suppliers.length === 0}>
        {suppliers.map(({ supplier, balance, at, isKeyRefused, held }) => (
          <li key={supplier}>
            <span>
              <b>{supplier}</b> {balance ? money(balance) : words('today.unknownBalance')}{' '}
              {isKeyRefused && <span className="badge bad">{words('today.keyRefused')}</span>}{' '}
              {held > 0 && (
                <a className="badge bad" href={heldOrders}>
                  {words('today.heldCount', { count: held })}
                </a>
              )}
            </span>
            {at !== null && <small>{formatTime(at)}</small>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type DemandProps = {
  readonly outOfStock: readonly OutOfStockItem[]
  readonly searches: readonly FailedSearch[]
  readonly filters: readonly EmptyFilter[]
}

type Demand = { readonly visitors: number; readonly lastDay: string }

/**
 * Shows unmet demand: countries and plans that visitors opened and cannot buy, and searches and
 * filters without a result.
 */
export function DemandTables({ outOfStock, searches, filters }: DemandProps) {
  const { words, shopWords, number } = useOffice()
  const visitors: readonly Column<Demand>[] = [
    [words('today.visitors'), (row) => number(row.visitors), 'number'],
    [words('today.lastTime'), ({ lastDay }) => formatDate(lastDay), 'number'],
  ]
  return (
    <>
      <OutOfStockTable rows={outOfStock} visitors={visitors} />
      <TablePanel
        id="searches"
        heading={words('today.notFound')}
        text={words('today.notFoundText')}
        empty={words('today.noNotFound')}
        rows={searches}
        keyOf={({ text }) => text}
        columns={[[words('today.searched'), ({ text }) => <bdi>{text}</bdi>], ...visitors]}
      />
      <TablePanel
        id="filters"
        heading={words('today.noMatch')}
        text={words('today.noMatchText')}
        empty={words('today.noNoMatch')}
        rows={filters}
        keyOf={({ subject }) => subject}
        columns={[[words('today.filter'), (row) => filterText(shopWords, row)], ...visitors]}
      />
    </>
  )
}

type OutOfStockTableProps = {
  readonly rows: readonly OutOfStockItem[]
  readonly visitors: readonly Column<Demand>[]
}

function OutOfStockTable({ rows, visitors }: OutOfStockTableProps) {
  const { words, number } = useOffice()
  return (
    <TablePanel
      id="out-of-stock"
      heading={words('today.outOfStock')}
      text={words('today.outOfStockText')}
      empty={words('today.noOutOfStock')}
      rows={rows}
      keyOf={({ kind, ident }) => `${kind} ${ident}`}
      columns={[
        [words('today.placeOrPlan'), OutOfStockName],
        ...visitors,
        [words('today.waitForEmail'), ({ waiting }) => number(waiting), 'number'],
      ]}
    />
  )
}

function OutOfStockName({ kind, ident, title }: OutOfStockItem) {
  return kind === 'tariff' ? (
    <PlanName tariffID={ident} title={title} />
  ) : (
    <a href={officeHref('plans', { q: ident })}>{title}</a>
  )
}

/** Returns `Türkiye, 30 GB, 1–7 days, tr-turkcell`. */
function filterText(words: Words, { subject, title }: EmptyFilter): string {
  const { place, filter } = readFilter(subject)
  const region = worldRegions.find((each) => each === place)
  const size = trafficSizes.find((each) => each === filter.traffic)
  const range = dayRangeNames.find((each) => each === filter.days)
  return [
    title ?? (region ? words(`worldRegions.${region}`) : words('tariffs.heading')),
    size && sizeLabel(words, size),
    range && daysLabel(words, range),
    filter.operator,
  ]
    .filter(Boolean)
    .join(', ')
}
