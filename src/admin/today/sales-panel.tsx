import { salesBy, salesByDay, sumOf } from '../../plans/profit.ts'
import type { Sales, SalesSum } from '../../plans/profit.ts'
import type { Currency } from '../../kit/money.shared.ts'
import { formatDate, formatMoney, formatNumber } from '../../words/formats.shared.ts'
import { textOf } from '../../words/texts.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { useOffice } from '../office.tsx'
import type { Office } from '../office.tsx'
import { DayChart } from './day-chart.tsx'
import { PlaceChart } from './place-chart.tsx'

type Props = {
  readonly title: string
  readonly currency: Currency
  readonly sales: readonly Sales[]
  readonly since: Date
  readonly days: number
}

/** Shows sales, cost and profit of a period by day and by country, as charts with their tables. */
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
        </div>
      )}
    </section>
  )
}

function Totals({ total, currency }: Props & { readonly total: SalesSum }) {
  const { words } = useOffice()
  const money = useMoney(currency)
  return (
    <dl className="facts">
      <Figure name={words('today.plansSold')} value={String(total.lines)} />
      {figures.map((name) => (
        <Figure key={name} name={words(`today.${name}`)} value={amountOf(name, total, money)} />
      ))}
      {total.unknown > 0 && (
        <Figure name={words('today.unknownCost')} value={money(total.unknown)} />
      )}
    </dl>
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

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
      </dd>
    </div>
  )
}

type TableProps = Props & { readonly rows: readonly SalesSum[]; readonly heading: string }

function SalesTable(props: TableProps) {
  const { locale, words } = useOffice()
  const { rows, heading, currency } = props
  const money = useMoney(currency)
  return (
    <details>
      <summary>{words('today.asTable')}</summary>
      <WideTable
        name={heading}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: heading, render: ({ name }) => name },
          {
            name: words('today.plansSold'),
            isNumber: true,
            render: ({ lines }) => formatNumber(locale, lines),
          },
          ...figures.map((name) => ({
            name: words(`today.${name}`),
            isNumber: true,
            render: (sum: SalesSum) => amountOf(name, sum, money),
          })),
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

type FormatMoney = (minor: number) => string

/** Returns a function that formats amounts of the report. */
function useMoney(currency: Currency): FormatMoney {
  const { locale } = useOffice()
  return (minor) => formatMoney(locale, { minor, currency })
}

function amountOf(figure: (typeof figures)[number], sum: SalesSum, money: FormatMoney): string {
  if (!(figure === 'revenue' ? sum.hasRevenue : sum.hasCost)) return '—'
  return money(figure === 'revenue' ? sum.revenue + sum.unknown : sum[figure])
}

function placeName(place: string, { locale, words, shopWords }: Office): string {
  if (place === 'multi') return words('today.severalCountries')
  if (!/^[a-z]{2}$/.test(place)) return textOf(shopWords, `worldRegions.${place}`) || place
  return new Intl.DisplayNames(locale, { type: 'region' }).of(place.toUpperCase()) ?? place
}
