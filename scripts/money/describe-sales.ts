import type { Sales } from '../../src/backend/pricing/profit.ts'
import { decimalOf } from '../../src/domain/money.ts'
import type { Currency } from '../../src/domain/money.ts'

type Totals = Omit<Sales, 'day' | 'place' | 'unconvertedCurrencies'>

const none: Totals = {
  lines: 0,
  revenue: 0,
  cost: 0,
  unknownLines: 0,
  unknownRevenue: 0,
  unconvertedLines: 0,
}

/** Returns sales by day and by country as tables, with a total and a note on missing costs. */
export function describeSales(sales: readonly Sales[], currency: Currency): string[] {
  const total = sales.reduce(add, none)
  const table = (title: string, groups: ReadonlyMap<string, Sales[]>) => [
    [title.padEnd(14), ...['sold', 'revenue', 'cost', 'profit', 'margin'].map(cell)].join(''),
    ...Array.from(groups, ([name, rows]) => lineOf(name, rows.reduce(add, none), currency)),
  ]
  return [
    ...table(
      'day',
      Map.groupBy(sales, ({ day }) => day),
    ),
    '',
    ...table(
      'country',
      Map.groupBy(sales, ({ place }) => place),
    ),
    '',
    lineOf('total', total, currency),
    `Amounts are in ${currency}. Fees of payment providers and rewards of partners are not included.`,
    ...(total.unknownLines === 0
      ? []
      : [
          `Sold plans whose cost, or a rate at the time of payment, is unknown: ${total.unknownLines} for ${decimalOf({ minor: total.unknownRevenue, currency })}. They are not included.`,
        ]),
    ...(total.unconvertedLines === 0
      ? []
      : [
          `Of these, paid in ${currenciesOf(sales)} without a rate: ${total.unconvertedLines}. No sum includes their price.`,
        ]),
  ]
}

function currenciesOf(sales: readonly Sales[]): string {
  const currencies = new Set(sales.flatMap(({ unconvertedCurrencies }) => unconvertedCurrencies))
  return [...currencies].toSorted().join(', ')
}

function add(sum: Totals, each: Totals): Totals {
  return {
    lines: sum.lines + each.lines,
    revenue: sum.revenue + each.revenue,
    cost: sum.cost + each.cost,
    unknownLines: sum.unknownLines + each.unknownLines,
    unknownRevenue: sum.unknownRevenue + each.unknownRevenue,
    unconvertedLines: sum.unconvertedLines + each.unconvertedLines,
  }
}

function lineOf(name: string, totals: Totals, currency: Currency): string {
  const { lines, revenue, cost, unknownLines } = totals
  const profit = revenue - cost
  const amounts = [revenue, cost, profit].map((minor) => decimalOf({ minor, currency }))
  const margin = revenue === 0 ? '–' : `${Math.round((profit * 100) / revenue)}%`
  return [name.padEnd(14), ...[String(lines - unknownLines), ...amounts, margin].map(cell)].join('')
}

function cell(text: string): string {
  return text.padStart(12)
}
