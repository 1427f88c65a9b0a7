import type { Bench } from './bench.ts'
import { sampleShop } from './checkout.ts'
import type { Checkout } from './checkout.ts'
import { startD1Server } from './d1-server.ts'
import type { D1Server } from './d1-server.ts'
import { median, request } from './load.ts'
import { startConstant, startLoneShop } from './lone-worker.ts'
import type { BenchResult } from './results.ts'

const page = '/esim/countries/tr'

/**
 * Measures the CPU time of workerd until a new isolate is ready, less that of an empty worker, and
 * of the first page of a country. The medians of all rounds.
 */
export async function measureStartUp({ checkouts, rounds }: Bench): Promise<BenchResult> {
  const shops = []
  for (const checkout of checkouts)
    shops.push({
      checkout,
      d1: await startD1Server(await sampleShop(checkout), true),
      starts: new Array<number>(),
      pages: new Array<number>(),
    })
  try {
    for (let round = 0; round < rounds; round += 1) {
      const empty = await cpuOfEmpty()
      for (const { checkout, d1, starts, pages } of shops) {
        const { start, first } = await measureStart(checkout, d1)
        starts.push(start - empty)
        pages.push(first)
      }
    }
    return {
      rows: shops.map(({ checkout, starts, pages }) => ({
        checkout: checkout.name,
        'start, ms': median(starts),
        'first page, ms': median(pages),
      })),
    }
  } finally {
    for (const { d1 } of shops) d1.stop()
  }
}

async function measureStart(checkout: Checkout, d1: D1Server) {
  const shop = await startLoneShop(checkout, d1.origin)
  try {
    await request(`${shop.origin}/robots.txt`)
    const start = await shop.cpu()
    await request(shop.origin + page)
    return { start, first: (await shop.cpu()) - start }
  } finally {
    await shop.stop()
  }
}

async function cpuOfEmpty(): Promise<number> {
  const empty = await startConstant(Buffer.from('empty'))
  try {
    await request(empty.origin)
    return await empty.cpu()
  } finally {
    await empty.stop()
  }
}
