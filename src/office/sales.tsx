import { salesBy, salesByDay, sumOf, type Sales, type SalesSum } from '../plans/profit.ts'
import type { Currency } from '../kit/money.shared.ts'
import { formatDate, formatPercent } from '../words/formats.shared.ts'
import { textOf } from '../words/texts.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { FactList, WideTable, type Column, type NamedFact } from './lists.tsx'
import { countryName, useOffice, type Office } from './office-context.tsx'

type Props = {
  readonly title: string
  readonly currency: Currency
  readonly sales: readonly Sales[]
  readonly since: Date
  readonly days: number
}

/**
 * Shows sales, cost and profit of a period by day and by country, as charts with their tables, and
 * by promo code.
 */
export function SalesPanel(props: Props) {
  const { words } = useOffice()
  const { title, sales } = props
  const total = sumOf('', sales)
  return (
    <section className="panel" aria-labelledby="sales">
      <div className="heading">
        <h2 id="sales">{title}</h2>
        <p className="legend" aria-hidden>
          <span>{words('today.cost')}</span>
          <span className="profit">{words('today.profit')}</span>
          <span className="loss">{words('today.loss')}</span>
          {total.unknown > 0 && <span className="unknown">{words('today.unknownCost')}</span>}
        </p>
      </div>
      <Totals {...props} total={total} />
      <UnconvertedNotice {...props} />
      {sales.length === 0 ? (
        <p className="soft">{words('today.noSales')}</p>
      ) : (
        <div className="columns">
          <SalesByDay {...props} />
          <SalesByPlace {...props} />
          <SalesByCode {...props} />
        </div>
      )}
    </section>
  )
}

function Totals({ total, currency }: Props & { readonly total: SalesSum }) {
  const { words } = useOffice()
  const money = useMoney(currency)
  return (
    <FactList
      facts={[
        [words('today.plansSold'), <b key="lines">{total.lines}</b>],
        ...figures.map((name): NamedFact => [
          words(`today.${name}`),
          <b key={name}>{amountOf(name, total, money)}</b>,
        ]),
        [
          words('today.unknownCost'),
          total.unknown > 0 && <b key="unknown">{money(total.unknown)}</b>,
        ],
      ]}
    />
  )
}

function SalesByDay(props: Props) {
  const { words } = useOffice()
  const { sales, since, days, currency } = props
  const money = useMoney(currency)
  const byDay = salesByDay(sales, since, days)
  return (
    <div>
      <h3>{words('today.byDay')}</h3>
      <DayChart label={words('today.byDayLabel')} days={byDay} money={money} />
      <SalesTable
        {...props}
        rows={byDay
          .filter(({ lines }) => lines > 0)
          .map((sum) => ({ ...sum, name: formatDate(sum.name) }))}
        heading={words('today.day')}
      />
    </div>
  )
}

function SalesByPlace(props: Props) {
  const office = useOffice()
  const { words } = office
  const { sales, currency } = props
  const money = useMoney(currency)
  const byPlace = salesBy(sales, 'place')
    .toSorted((a, b) => b.revenue + b.unknown - a.revenue - a.unknown)
    .map((sum) => ({ ...sum, name: placeName(sum.name, office) }))
  return (
    <div>
      <h3>{words('today.byPlace')}</h3>
      <PlaceChart places={byPlace} revenueOf={(sum) => amountOf('revenue', sum, money)} />
      <SalesTable {...props} rows={byPlace} heading={words('today.place')} />
    </div>
  )
}

/** Reductions are subtracted from the revenue. */
function SalesByCode(props: Props) {
  const { words } = useOffice()
  const coded = props.sales.filter(({ promoCode }) => promoCode !== '')
  if (coded.length === 0) return null
  const byCode = salesBy(coded, 'promoCode').toSorted((a, b) => b.lines - a.lines)
  return (
    <div>
      <h3>{words('today.byCode')}</h3>
      <SalesTable {...props} rows={byCode} heading={words('today.promoCode')} />
    </div>
  )
}

type TableProps = Props & { readonly rows: readonly SalesSum[]; readonly heading: string }

function SalesTable(props: TableProps) {
  const { locale, words, number } = useOffice()
  const { rows, heading, currency } = props
  const money = useMoney(currency)
  const marginOf = ({ profit, revenue }: SalesSum) =>
    revenue === 0 ? '—' : formatPercent(locale, Math.round((profit * 1000) / revenue) / 10)
  return (
    <details>
      <summary>{words('today.asTable')}</summary>
      <WideTable
        name={heading}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          [heading, ({ name }) => name],
          [words('today.plansSold'), ({ lines }) => number(lines), 'number'],
          [words('today.returned'), (sum) => number(sum.returnedLines), 'number'],
          ...figures.map((name): Column<SalesSum> => [
            words(`today.${name}`),
            (sum) => amountOf(name, sum, money),
            'number',
          ]),
          [words('plans.margin'), marginOf, 'number'],
        ]}
      />
    </details>
  )
}

/** Shows the number of sales that no sum includes, and a link to set the rates for later sales. */
function UnconvertedNotice({ sales }: Props) {
  const { words } = useOffice()
  const count = sales.reduce((sum, each) => sum + each.unconvertedLines, 0)
  if (count === 0) return null
  const currencies = new Set(sales.flatMap((each) => each.unconvertedCurrencies))
  return (
    <p className="notice warn">
      {words('today.unconverted', { count, currencies: [...currencies].toSorted().join(', ') })}{' '}
      <a href={officeHref('prices')}>{words('today.setRate')}</a>
    </p>
  )
}

const figures = ['revenue', 'cost', 'profit'] as const

type FormatMinor = (minor: number) => string

/** Returns a function that formats amounts of the report. */
function useMoney(currency: Currency): FormatMinor {
  const { money } = useOffice()
  return (minor) => money({ minor, currency })
}

function amountOf(figure: (typeof figures)[number], sum: SalesSum, money: FormatMinor): string {
  if (!(figure === 'revenue' ? sum.hasRevenue : sum.hasCost)) return '—'
  return money(figure === 'revenue' ? sum.revenue + sum.unknown : sum[figure])
}

/** The name of a country, or of a world region. */
export function placeName(place: string, { locale, words, shopWords }: Office): string {
  if (place === 'multi') return words('today.severalCountries')
  if (!/^[a-z]{2}$/.test(place)) return textOf(shopWords, `worldRegions.${place}`) || place
  return countryName(locale, place)
}

type DayChartProps = {
  readonly label: string
  readonly days: readonly SalesSum[]
  readonly money: (minor: number) => string
}

const width = 600
const height = 150

/** Draws a bar for each day, if any day has an amount. */
function DayChart({ label, days, money }: DayChartProps) {
  const top = longestBar(days)
  if (top === 0) return null
  const step = width / days.length
  return (
    <div>
      <p className="axis">
        <span>{money(top)}</span>
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="chart"
      >
        <line x1="0" y1="0.5" x2={width} y2="0.5" />
        {days.flatMap((day, index) =>
          positionParts(day).map(({ kind, start, minor }) => (
            <rect
              key={`${day.name} ${kind}`}
              x={(index + 0.15) * step}
              width={step * 0.7}
              y={height - ((start + minor) / top) * height}
              height={(minor / top) * height}
              className={kind}
            />
          )),
        )}
        <line x1="0" y1={height - 0.5} x2={width} y2={height - 0.5} />
      </svg>
      <p className="axis">
        <span>{formatDate(days[0]?.name)}</span>
        <span>{formatDate(days.at(-1)?.name)}</span>
      </p>
    </div>
  )
}

type PlaceChartProps = {
  /** Sorted with the largest first. */
  readonly places: readonly SalesSum[]
  readonly revenueOf: (place: SalesSum) => string
}

const mostPlaces = 8

/** Draws a bar for each of the places with the most sales. */
function PlaceChart({ places, revenueOf }: PlaceChartProps) {
  const shown = places.slice(0, mostPlaces)
  const top = Math.max(1, longestBar(shown))
  return (
    <ul className="bars">
      {shown.map((place) => (
        <li key={place.name}>
          <p>
            <span>{place.name}</span> <b>{revenueOf(place)}</b>
          </p>
          <svg
            viewBox={`0 0 ${width} 12`}
            preserveAspectRatio="none"
            className="chart"
            aria-hidden="true"
          >
            {positionParts(place).map(({ kind, start, minor }) => (
              <rect
                key={kind}
                x={(start / top) * width}
                width={(minor / top) * width}
                y="0"
                height="12"
                className={kind}
              />
            ))}
          </svg>
        </li>
      ))}
    </ul>
  )
}

/** A part of a bar: its length, and the class that colours it. */
type BarPart = { readonly kind: 'cost' | 'profit' | 'loss' | 'unknown'; readonly minor: number }

/** Returns the length of the longest bar in minor units. */
function longestBar(sums: readonly SalesSum[]): number {
  return Math.max(
    0,
    ...sums.map((sum) => partsOf(sum).reduce((length, { minor }) => length + minor, 0)),
  )
}

/**
 * Returns the parts of a bar from its start: cost, profit, and revenue of unknown cost. Sales at a
 * loss have the cost that revenue covers, and the rest of the cost.
 */
function partsOf({ revenue, cost, profit, unknown }: SalesSum): BarPart[] {
  return [
    { kind: 'cost', minor: Math.min(cost, revenue) },
    { kind: profit < 0 ? 'loss' : 'profit', minor: Math.abs(profit) },
    { kind: 'unknown', minor: unknown },
  ]
}

/** Returns the parts of a bar with the start of each part. */
function positionParts(sum: SalesSum): (BarPart & { readonly start: number })[] {
  let start = 0
  return partsOf(sum).map((part) => {
    const placed = { ...part, start }
    start += part.minor
    return placed
  })
}
