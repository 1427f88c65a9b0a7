import { urgentStockDays } from '../plans/low-stock.ts'
import type { LowStock } from '../plans/low-stock.ts'
import { WideTable, TablePanel } from './lists.tsx'
import { formatNumber, formatMoney, formatTime, formatDate } from '../words/formats.shared.ts'
import { useOffice } from './office.tsx'
import type { Office } from './office.tsx'
import { PlanName } from '../plans/office-plan-parts.tsx'
import type { SupplierAccount } from '../purchases/supplier-states.ts'
import type { OrderGroup } from './watched-orders.ts'
import { officeHref } from '../words/office-paths.ts'
import type { EmptyFilter, FailedSearch, OutOfStockItem } from '../plans/unmet-demand.ts'
import { worldRegions } from '../plans/operations.ts'
import { dayRangeNames, trafficSizes } from '../kit/plan-sizes.shared.ts'
import { readFilter } from '../plans/demand.shared.ts'
import { daysLabel, sizeLabel } from '../words/plan-words.ts'
import type { Words } from '../words/words.shared.ts'

type Props = { readonly plans: readonly LowStock[] }

/** Lists plans that sell out soon at the current rate. */
export function StockTable({ plans }: Props) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="stock">
      <h2 id="stock">{words('today.stock')}</h2>
      {plans.length === 0 ? (
        <p className="soft">{words('today.enoughStock')}</p>
      ) : (
        <WideTable
          name={{ id: 'stock' }}
          caption={words('today.stockText')}
          rows={plans}
          keyOf={({ tariffID }) => tariffID}
          columns={[
            { name: words('order.plan'), render: (plan) => <PlanName {...plan} /> },
            {
              name: words('today.left'),
              isNumber: true,
              render: ({ left }) => formatNumber(locale, left),
            },
            {
              name: words('today.sold'),
              isNumber: true,
              render: ({ sold }) => formatNumber(locale, sold),
            },
            {
              name: words('today.lasts'),
              isNumber: true,
              render: ({ daysLeft }) => (
                <span className={daysLeft < urgentStockDays ? 'badge bad' : 'badge warn'}>
                  {words('today.days', { count: daysLeft })}
                </span>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

type SupplierTableProps = {
  readonly suppliers: readonly SupplierAccount[]
}

/** Lists the balances of the shop's accounts, and orders that need a decision. */
export function SupplierTable({ suppliers }: SupplierTableProps) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="suppliers">
      <h2 id="suppliers">{words('today.suppliers')}</h2>
      {suppliers.length === 0 && <p className="soft">{words('today.noSuppliers')}</p>}
      <ul className="list" hidden={suppliers.length === 0}>
        {suppliers.map(({ supplier, balance, at, isKeyRefused, held }) => (
          <li key={supplier}>
            <span>
              <b>{supplier}</b>{' '}
              {balance ? formatMoney(locale, balance) : words('today.unknownBalance')}{' '}
              {isKeyRefused && <span className="badge bad">{words('today.keyRefused')}</span>}{' '}
              {held > 0 && (
                <a
                  className="badge bad"
                  href={officeHref('orders', { group: 'held' satisfies OrderGroup })}
                >
                  {words('today.heldCount', { count: held })}
                </a>
              )}
            </span>
            {at !== null && <small>{formatTime(at)}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}

type DemandProps = {
  readonly outOfStock: readonly OutOfStockItem[]
  readonly searches: readonly FailedSearch[]
  readonly filters: readonly EmptyFilter[]
}

/** Shows unmet demand. */
export function DemandTables({ outOfStock, searches, filters }: DemandProps) {
  return (
    <>
      <OutOfStockItems items={outOfStock} />
      <FailedSearches searches={searches} />
      <EmptyFilters filters={filters} />
    </>
  )
}

/** Lists what visitors searched for without a result. */
function FailedSearches({ searches }: { readonly searches: readonly FailedSearch[] }) {
  const office = useOffice()
  const { words } = office
  return (
    <TablePanel
      id="searches"
      heading={words('today.notFound')}
      text={words('today.notFoundText')}
      empty={words('today.noNotFound')}
      rows={searches}
      keyOf={({ text }) => text}
      columns={[
        { name: words('today.searched'), render: ({ text }) => <bdi>{text}</bdi> },
        ...visitorColumns(office),
      ]}
    />
  )
}

/** Lists filters for which visitors found no plan. */
function EmptyFilters({ filters }: { readonly filters: readonly EmptyFilter[] }) {
  const office = useOffice()
  const { words, shopWords } = office
  return (
    <TablePanel
      id="filters"
      heading={words('today.noMatch')}
      text={words('today.noMatchText')}
      empty={words('today.noNoMatch')}
      rows={filters}
      keyOf={({ subject }) => subject}
      columns={[
        { name: words('today.filter'), render: (row) => filterText(shopWords, row) },
        ...visitorColumns(office),
      ]}
    />
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

/** Lists countries and plans that visitors opened and cannot buy. */
function OutOfStockItems({ items }: { readonly items: readonly OutOfStockItem[] }) {
  const office = useOffice()
  const { words } = office
  return (
    <TablePanel
      id="out-of-stock"
      heading={words('today.outOfStock')}
      text={words('today.outOfStockText')}
      empty={words('today.noOutOfStock')}
      rows={items}
      keyOf={({ kind, ident }) => `${kind} ${ident}`}
      columns={[
        { name: words('today.placeOrPlan'), render: (item) => <OutOfStockName {...item} /> },
        ...visitorColumns(office),
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

function visitorColumns({ locale, words }: Office) {
  return [
    {
      name: words('today.visitors'),
      isNumber: true,
      render: ({ visitors }: { readonly visitors: number }) => formatNumber(locale, visitors),
    },
    {
      name: words('today.lastTime'),
      isNumber: true,
      render: ({ lastDay }: { readonly lastDay: string }) => formatDate(lastDay),
    },
  ]
}
