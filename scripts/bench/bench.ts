import { locales } from '../../src/words/locales.shared.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import { exitOnError, parseCommand } from '../command.ts'
import { compareRevisions } from './compare.ts'
import { checkOut, here } from './checkout.ts'
import type { Checkout } from './checkout.ts'
import { measureGrowth } from './growth.ts'
import { measureInteractions, measureSizes } from './controls.ts'
import { measurePaints } from './paints.ts'
import { measureRates } from './rates.ts'
import { printTable } from './results.ts'
import type { BenchResult } from './results.ts'
import { simulateShops } from './simulation.ts'
import { measureCold } from './cold.ts'

/** What the parts need to know. */
export type Bench = {
  /** This checkout, and that of another revision if there is one. */
  readonly checkouts: readonly [Checkout, ...Checkout[]]
  readonly rounds: number
  /** The share by which a ratio may exceed 1. */
  readonly limit: number
  /** Only pages or controls whose names contain this text. */
  readonly pages: string
  readonly plans: readonly number[]
  /** Empty: the plans grow, and not the orders. The simulation plays the first number. */
  readonly orders: readonly number[]
  readonly visitors: readonly number[]
  readonly locale: Locale
}

type Part = {
  readonly rounds: number
  readonly measure: (bench: Bench) => Promise<BenchResult>
}

/** The parts of the benchmark, with their usual rounds. */
const parts: { readonly [name: string]: Part } = {
  compare: { rounds: 12, measure: compareRevisions },
  rates: { rounds: 12, measure: measureRates },
  growth: { rounds: 8, measure: measureGrowth },
  cold: { rounds: 30, measure: measureCold },
  sizes: { rounds: 1, measure: measureSizes },
  paints: { rounds: 12, measure: measurePaints },
  interactions: { rounds: 5, measure: measureInteractions },
  simulation: { rounds: 1, measure: simulateShops },
}

const usage = `Usage: npm run bench -- PART [--rounds N] [--pages TEXT]
PART is ${Object.keys(parts).join(', ')}. Without PART, --against compares.
--pages TEXT            only pages or controls whose names contain it
--against REVISION      measure another revision in turns (compare, growth)
--limit 10              percent by which this revision may be slower (compare)
--plans 1000,100000     sizes of the catalogue (growth)
--orders 1000,1000000   numbers of orders instead (growth), or to play (simulation)
--visitors 1,100        simultaneous visitors (growth)
--locale ru             (paints)
Docs: docs/performance.md`

await exitOnError(async () => {
  const { part, against, options } = readCommand()
  const other = against === undefined ? [] : [await checkOut(against)]
  const { rows, failures = [] } = await part.measure({ ...options, checkouts: [here, ...other] })
  printTable(rows)
  for (const failure of failures) console.log(failure)
  process.exitCode = failures.length === 0 ? 0 : 1
})

function readCommand() {
  const { values, positionals } = parseCommand(usage, {
    options: {
      rounds: { type: 'string' },
      against: { type: 'string' },
      limit: { type: 'string', default: '10' },
      pages: { type: 'string', default: '' },
      plans: { type: 'string', default: '1000,100000' },
      visitors: { type: 'string', default: '1,100' },
      locale: { type: 'string', default: 'en' },
      orders: { type: 'string', default: '' },
    },
    allowPositionals: true,
  })
  const { against } = values
  const [name = against === undefined ? '' : 'compare', ...rest] = positionals
  const part = parts[name]
  if (!part || rest.length > 0) throw new Error(`Name one PART.\n${usage}`)
  if (against !== undefined && !['compare', 'growth'].includes(name))
    throw new Error(`--against has no effect on ${name}. Remove it.\n${usage}`)
  const locale = locales.find((each) => each === values.locale)
  if (locale === undefined) throw new Error(`--locale ${values.locale}: unknown.\n${usage}`)
  const options = {
    rounds: Number(values.rounds ?? part.rounds),
    limit: Number(values.limit) / 100,
    pages: values.pages,
    plans: values.plans.split(',').map(Number),
    visitors: values.visitors.split(',').map(Number),
    locale,
    orders: values.orders === '' ? [] : values.orders.split(',').map(Number),
  }
  return { part, against, options }
}
