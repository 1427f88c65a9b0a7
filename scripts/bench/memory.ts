import { request } from './load.ts'
import { startInspectedShop } from './workerd.ts'

export type MemoryGrowth = {
  readonly requests: number
  readonly urls: number
  /**
   * Memory of the isolate after all requests, divided by its memory after one request to each URL.
   */
  readonly growth: number
  readonly megabytes: number
}

const connections = 8

/** Requests different pages one after another, so that the memory cache evicts stored pages. */
export async function measureMemory(
  dataFolder: string,
  paths: readonly string[],
  requests: number,
): Promise<MemoryGrowth> {
  const shop = await startInspectedShop(dataFolder)
  try {
    let sent = 0
    const visit = async (until: number) => {
      while (sent < until) {
        const path = paths[sent % paths.length] ?? '/'
        sent += 1
        // oxlint-disable-next-line eslint/no-await-in-loop -- one visit after another
        await request(shop.origin + path)
      }
    }
    const visitors = async (until: number) =>
      Promise.all(Array.from({ length: connections }, async () => visit(until)))
    await visitors(Math.min(paths.length, requests))
    const before = await shop.heap()
    await visitors(requests)
    const after = await shop.heap()
    return {
      requests,
      urls: paths.length,
      growth: after / before,
      megabytes: Math.round(after / 1e6),
    }
  } finally {
    await shop.stop()
  }
}
