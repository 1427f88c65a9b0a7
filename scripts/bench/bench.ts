import { loadavg } from 'node:os'
import { locales } from '../../src/words/locales.shared.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import { exitOnError, parseCommand } from '../command.ts'
import { measureCatalogue } from './catalogue.ts'
import { checkOut, commitOf, here } from './checkout.ts'
import type { Checkout } from './checkout.ts'
import { measureGrowth } from './growth.ts'
import { modelHits } from './hits.ts'
import { measureInteractions } from './interactions.ts'
import { measurePaints } from './paints.ts'
import { measureRates } from './rates.ts'
import { printTable, saveRun } from './results.ts'
import type { BenchResult } from './results.ts'
import { measureSizes } from './sizes.ts'
import { measureStartUp } from './start-up.ts'
import { measureUploads } from './uploads.ts'

/** What the parts need to know. */
export type Bench = {
  /** This checkout, and that of another revision if there is one. */
  readonly checkouts: readonly [Checkout, ...Checkout[]]
  readonly rounds: number
  /** Only pages or controls whose names contain this text. */
  readonly pages: string
  readonly plans: readonly number[]
  readonly visitors: readonly number[]
  readonly locale: Locale
}

type Part = {
  readonly rounds: number
  readonly measure: (bench: Bench) => Promise<BenchResult>
  readonly canCompare?: true
}

/** The parts of the benchmark, with their usual rounds. */
const parts: { readonly [name: string]: Part } = {
  rates: { rounds: 12, measure: measureRates, canCompare: true },
  growth: { rounds: 8, measure: measureGrowth, canCompare: true },
  'start-up': { rounds: 16, measure: measureStartUp, canCompare: true },
  sizes: { rounds: 1, measure: measureSizes, canCompare: true },
  paints: { rounds: 12, measure: measurePaints },
  interactions: { rounds: 5, measure: measureInteractions },
  catalogue: { rounds: 10, measure: measureCatalogue },
  uploads: { rounds: 1, measure: measureUploads },
  hits: { rounds: 1, measure: modelHits },
}

const usage = `Usage: npm run bench -- PART [--rounds N] [--pages TEXT] [--against REVISION]
PART is ${Object.keys(parts).join(', ')}.
--pages TEXT            only pages or controls whose names contain it
--against REVISION      measure another revision in turns (rates, growth, start-up, sizes)
--plans 1000,100000     sizes of the catalogue (growth, catalogue)
--visitors 1,100        simultaneous visitors (growth)
--locale ru             (paints)
Prints a table, and adds it to bench/results/. Docs: docs/performance.md`

await exitOnError(async () => {
  const { name, part, against, options } = readCommand()
  const other = against === undefined ? [] : [await checkOut(against)]
  const { rows, failures = [] } = await part.measure({ ...options, checkouts: [here, ...other] })
  printTable(rows)
  for (const failure of failures) console.log(failure)
  const [at, commit] = [new Date().toISOString(), await commitOf('HEAD')]
  const { rounds } = options
  await saveRun(name, { at, commit, against, load: loadavg()[0], rounds, rows, failures })
  process.exitCode = failures.length === 0 ? 0 : 1
})

function readCommand() {
  const { values, positionals } = parseCommand(usage, {
    options: {
      rounds: { type: 'string' },
      against: { type: 'string' },
      pages: { type: 'string', default: '' },
      plans: { type: 'string', default: '1000,100000' },
      visitors: { type: 'string', default: '1,100' },
      locale: { type: 'string', default: 'en' },
    },
    allowPositionals: true,
  })
  const [name = '', ...rest] = positionals
  const part = parts[name]
  const { against } = values
  if (!part || rest.length > 0) throw new Error(`Name one PART.\n${usage}`)
  if (against !== undefined && !part.canCompare)
    throw new Error(`--against has no effect on ${name}. Remove it.\n${usage}`)
  const locale = locales.find((each) => each === values.locale)
  if (locale === undefined) throw new Error(`--locale ${values.locale}: unknown.\n${usage}`)
  const options = {
    rounds: Number(values.rounds ?? part.rounds),
    pages: values.pages,
    plans: values.plans.split(',').map(Number),
    visitors: values.visitors.split(',').map(Number),
    locale,
  }
  return { name, part, against, options }
}
