import type { EmptyFilter, FailedSearch, OutOfStockItem } from '../../plans/unmet-demand.ts'
import { worldRegions } from '../../plans/places.ts'
import { dayRangeNames, trafficSizes } from '../../kit/plan-sizes.shared.ts'
import { readFilter } from '../../plans/demand.shared.ts'
import { daysLabel, sizeLabel } from '../../words/plan-words.ts'
import { formatDate, formatNumber } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { Words } from '../../words/words.shared.ts'
import { TablePanel } from '../layout/table-panel.tsx'
import { useOffice } from '../office.tsx'
import type { Office } from '../office.tsx'
import { PlanName } from '../plans/plan-name.tsx'

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
