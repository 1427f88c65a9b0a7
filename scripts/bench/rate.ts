import { buildIfChanged } from '../start/build.ts'
import { prepareDataFolder } from '../start/data-folder.ts'
import { ratesOf, request } from './load.ts'
import { startConstant, startShop } from './workerd.ts'

/**
 * Requests per second and CPU time of pages, cached and fresh, beside a worker that answers with the
 * same bytes at once. Prints ratios: 1 is as fast as the constant worker.
 */
const dataFolder = '.cache/bench/shop'
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 12)
const paths = ['/esim/countries', '/esim/countries/tr', '/', '/about', '/healthz']

await buildIfChanged()
await prepareDataFolder(dataFolder)
const cached = await startShop(dataFolder)
const fresh = await startShop(dataFolder, { PAGE_CACHE: '0' })
try {
  console.log('| page | kB | cached: rate | cached: CPU | fresh: rate | fresh: CPU | fresh: ms |')
  console.log('| --- | --: | --: | --: | --: | --: | --: |')
  for (const path of paths) console.log(`| ${(await rowOf(path)).join(' | ')} |`)
} finally {
  await Promise.all([cached.stop(), fresh.stop()])
}

async function rowOf(path: string): Promise<string[]> {
  const body = await request(cached.origin + path)
  const constant = await startConstant(body)
  try {
    const sides = Object.entries({ constant, cached, fresh }).map(([name, worker]) => ({
      name,
      worker,
      path,
    }))
    const [base, ...others] = await ratesOf(sides, rounds)
    if (!base) throw new Error('nothing was measured')
    const ratios = others.flatMap(({ requestsPerSecond, cpuPerRequest }) => [
      requestsPerSecond / base.requestsPerSecond,
      base.cpuPerRequest / cpuPerRequest,
    ])
    const ms = others.at(-1)?.cpuPerRequest ?? Number.NaN
    return [
      path,
      (body.byteLength / 1000).toFixed(0),
      ...ratios.map((ratio) => ratio.toFixed(2)),
      ms.toFixed(1),
    ]
  } finally {
    await constant.stop()
  }
}
