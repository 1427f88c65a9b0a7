import type { Sales } from '../../backend/pricing/profit.ts'
import type { Currency } from '../../domain/money.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { textOf } from '../../locale/texts.ts'
import type { Words } from '../../locale/words.ts'
import type { AdminWords } from '../admin-words.ts'
import { TableHead } from '../layout/table-head.tsx'
import { WideTable } from '../layout/wide-table.tsx'
import { DayChart } from './day-chart.tsx'
import { PlaceChart } from './place-chart.tsx'
import { salesBy, salesByDay, sumOf } from './sales-by.ts'
import type { SalesSum } from './sales-by.ts'

type Props = {
  readonly words: AdminWords
  /** They name the groups of countries. */
  readonly shopWords: Words
  readonly locale: Locale
  readonly currency: Currency
  readonly sales: readonly Sales[]
  readonly since: Date
  readonly days: number
}

/** Sales, cost and profit of a period by day and by country, as charts with their tables. */
export function SalesPanel(props: Props) {
  const { words, locale, currency, sales, since, days } = props
  const money = (minor: number) => formatMoney(locale, { minor, currency })
  const byDay = salesByDay(sales, since, days)
  const byPlace = salesBy(sales, 'place')
    .toSorted((a, b) => b.revenue + b.unknown - a.revenue - a.unknown)
    .map((sum) => ({ ...sum, name: placeName(sum.name, props) }))
  const total = sumOf('', sales)
  const unconverted = sales.reduce((sum, each) => sum + each.unconvertedLines, 0)
  return (
    <section className="panel" aria-labelledby="sales">
      <div className="heading">
        <h2 id="sales">{words('today.sales', { count: days })}</h2>
        <p className="legend" aria-hidden>
          <span>{words('today.cost')}</span>
          <span className="profit">{words('today.profit')}</span>
          <span className="loss">{words('today.loss')}</span>
          {total.unknown > 0 && <span className="unknown">{words('today.unknownCost')}</span>}
        </p>
      </div>
      <dl className="facts">
        <Figure name={words('today.plansSold')} value={String(total.lines)} />
        <Figure name={words('today.revenue')} value={money(total.revenue + total.unknown)} />
        <Figure name={words('today.cost')} value={money(total.cost)} />
        <Figure name={words('today.profit')} value={money(total.profit)} />
        {total.unknown > 0 && (
          <Figure name={words('today.unknownCost')} value={money(total.unknown)} />
        )}
      </dl>
      {unconverted > 0 && (
        <p className="notice warn">{words('today.unconverted', { count: unconverted })}</p>
      )}
      {sales.length === 0 ? (
        <p className="soft">{words('today.noSales')}</p>
      ) : (
        <div className="columns">
          <div>
            <h3>{words('today.byDay')}</h3>
            <DayChart label={words('today.byDayLabel')} days={byDay} money={money} />
            <SalesTable
              {...{ words, money }}
              rows={byDay
                .filter(({ lines }) => lines > 0)
                .map((sum) => ({ ...sum, name: formatDate(sum.name) }))}
              heading={words('today.day')}
            />
          </div>
          <div>
            <h3>{words('today.byPlace')}</h3>
            <PlaceChart places={byPlace} money={money} />
            <SalesTable {...{ words, money }} rows={byPlace} heading={words('today.place')} />
          </div>
        </div>
      )}
    </section>
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

type TableProps = {
  readonly words: AdminWords
  readonly money: (minor: number) => string
  readonly rows: readonly SalesSum[]
  readonly heading: string
}

function SalesTable({ words, money, rows, heading }: TableProps) {
  return (
    <details>
      <summary>{words('today.asTable')}</summary>
      <WideTable name={heading}>
        <table>
          <TableHead
            texts={[heading]}
            numbers={(['plansSold', 'revenue', 'cost', 'profit'] as const).map((name) =>
              words(`today.${name}`),
            )}
          />
          <tbody>
            {rows.map(({ name, lines, revenue, unknown, cost, profit }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="number">{lines}</td>
                <td className="number">{money(revenue + unknown)}</td>
                <td className="number">{money(cost)}</td>
                <td className="number">{money(profit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </details>
  )
}

/** The name of a country, or of a group of countries. */
function placeName(place: string, { locale, words, shopWords }: Props): string {
  if (place === 'multi') return words('today.severalCountries')
  if (!/^[a-z]{2}$/.test(place)) return textOf(shopWords, `worldRegions.${place}`) || place
  return new Intl.DisplayNames(locale, { type: 'region' }).of(place.toUpperCase()) ?? place
}
