import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { request } from './load.ts'
import { startShop } from './workerd.ts'

const statement = z.object({
  sql: z.string(),
  params: z.array(z.union([z.string(), z.number(), z.null()])),
})
const callList = z.array(z.array(statement))

/** The D1 calls that a page makes, each with its statements. */
export type D1Calls = z.output<typeof callList>

export type RoundTrips = {
  readonly calls: D1Calls
  /** Time until the whole page has arrived, divided by the delay before each call. */
  readonly delays: number
}

/** Milliseconds before every D1 call. */
const delay = 80
const rounds = 5

/** Records the D1 calls of the built shop without its page cache. */
export async function watchD1Calls(dataFolder: string) {
  const entry = await readFile('scripts/bench/d1-calls-entry.js', 'utf8')
  const shop = await startShop(dataFolder, { vars: { PAGE_CACHE: '0' }, entry })
  const takeCalls = async (nextDelay: number) =>
    callList.parse(
      JSON.parse((await request(`${shop.origin}/.calls?delay=${nextDelay}`)).toString()),
    )

  async function roundTripsOf(path: string): Promise<RoundTrips> {
    // The first visit also loads the dictionaries.
    await request(shop.origin + path)
    await takeCalls(0)
    await request(shop.origin + path)
    const calls = await takeCalls(delay)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now()
      // oxlint-disable-next-line eslint/no-await-in-loop -- one visit at a time
      await request(shop.origin + path)
      times.push(performance.now() - start)
    }
    await takeCalls(0)
    return { calls, delays: Math.min(...times) / delay }
  }

  return { roundTripsOf, stop: shop.stop }
}
