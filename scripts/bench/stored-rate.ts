import { loadavg } from 'node:os'
import { exitOnError, parseCommand } from '../command.ts'
import { buildIfChanged } from '../build/built-sources.ts'
import { prepareDataFolder } from '../start/data-folder.ts'
import { copyDataFolder } from './data-copies.ts'
import { startD1Server } from './d1-server.ts'
import { ratesOf } from './load.ts'
import { startConstant, startLoneShop } from './lone-worker.ts'

/**
 * Measures requests per second and CPU time of a stored page with production settings. Compares the
 * page with workers that return the same bytes. Docs: docs/performance.md
 */
const usage = 'Usage: npm run bench:stored -- [--path /esim/countries/tr] [--rounds 40]'
const options = {
  path: { type: 'string', default: '/esim/countries/tr' },
  rounds: { type: 'string', default: '40' },
} as const
const { values } = await exitOnError(async () => parseCommand(usage, { options }))
const { path } = values
const dataFolder = '.cache/bench/shop'

await buildIfChanged()
await prepareDataFolder(dataFolder)
const copies = await copyDataFolder(dataFolder)
const d1 = await startD1Server(copies.d1)
const shop = await startLoneShop(d1.origin)
// Requests the page uncompressed. A worker that sends `Content-Encoding` would compress each
// response.
const page = await fetch(shop.origin + path, { headers: { 'Accept-Encoding': 'identity' } })
const body = Buffer.from(await page.arrayBuffer())
const constant = await startConstant(body)
const withHeaders = await startConstant(body, ownHeaders(page))
try {
  const sides = [
    { name: 'constant', worker: constant, path },
    { name: 'the same headers', worker: withHeaders, path },
    { name: 'stored page', worker: shop, path },
  ]
  const rates = await ratesOf(sides, Number(values.rounds))
  const [base] = rates
  if (!base) throw new Error('Nothing was measured')
  console.log(`${path}, ${body.byteLength} bytes, load ${loadavg()[0]?.toFixed(1)}`)
  console.table(
    rates.map(({ name, requestsPerSecond, cpuPerRequest }) => ({
      worker: name,
      'CPU time, ms': cpuPerRequest.toFixed(3),
      'relative to constant, CPU': (base.cpuPerRequest / cpuPerRequest).toFixed(2),
      'relative to constant, rate': (requestsPerSecond / base.requestsPerSecond).toFixed(2),
    })),
  )
} finally {
  await Promise.all([shop.stop(), constant.stop(), withHeaders.stop(), d1.stop()])
}

/** Excludes headers that workerd sets. */
function ownHeaders({ headers }: Response): [string, string][] {
  const set = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']
  return [...headers].filter(([name]) => !set.includes(name))
}
