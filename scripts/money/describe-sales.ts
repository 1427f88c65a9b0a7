import type { Sales } from '../../src/backend/pricing/profit.ts'
import { salesBy, sumOf } from '../../src/backend/pricing/sales-by.ts'
import type { SalesSum } from '../../src/backend/pricing/sales-by.ts'
import { decimalOf } from '../../src/domain/money.ts'
import type { Currency } from '../../src/domain/money.ts'

/**
 * Returns sales by day and by country as tables, with a total and a note on missing costs. The sums
 * are those of the back office.
 */
export function describeSales(sales: readonly Sales[], currency: Currency): string[] {
  const table = (title: string, sums: readonly SalesSum[]) => [
    [title.padEnd(14), ...['sold', 'revenue', 'cost', 'profit', 'margin'].map(cell)].join(''),
    ...sums.map((sum) => lineOf(sum, currency)),
  ]
  return [
    ...table('day', salesBy(sales, 'day')),
    '',
    ...table('country', salesBy(sales, 'place')),
    '',
    lineOf(sumOf('total', sales), currency),
    `Amounts are in ${currency}. Fees of payment providers and rewards of partners are not included.`,
    ...unknownNotes(sales, currency),
  ]
}

function unknownNotes(sales: readonly Sales[], currency: Currency): string[] {
  const total = (of: (each: Sales) => number) => sales.reduce((sum, each) => sum + of(each), 0)
  const lines = total(({ unknownLines }) => unknownLines)
  const unconverted = total(({ unconvertedLines }) => unconvertedLines)
  const minor = total(({ unknownRevenue }) => unknownRevenue)
  return [
    ...(lines === 0
      ? []
      : [
          `Sold plans whose cost, or a rate at the time of payment, is unknown: ${lines} for ${decimalOf({ minor, currency })}. Cost, profit and margin do not include them.`,
        ]),
    ...(unconverted === 0
      ? []
      : [
          `Of these, paid in ${currenciesOf(sales)} without a rate: ${unconverted}. No total includes their price.`,
        ]),
  ]
}

function currenciesOf(sales: readonly Sales[]): string {
  const currencies = new Set(sales.flatMap(({ unconvertedCurrencies }) => unconvertedCurrencies))
  return [...currencies].toSorted().join(', ')
}

function lineOf(sum: SalesSum, currency: Currency): string {
  const { name, lines, revenue, unknown, cost, profit, hasRevenue, hasCost } = sum
  const amount = (isKnown: boolean, minor: number) =>
    isKnown ? decimalOf({ minor, currency }) : '–'
  const margin = revenue === 0 ? '–' : `${Math.round((profit * 100) / revenue)}%`
  const amounts = [
    amount(hasRevenue, revenue + unknown),
    amount(hasCost, cost),
    amount(hasCost, profit),
  ]
  return [name.padEnd(14), ...[String(lines), ...amounts, margin].map(cell)].join('')
}

function cell(text: string): string {
  return text.padStart(12)
}
