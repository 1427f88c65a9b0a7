import { Agent } from 'undici'
import type { BenchRow } from './results.ts'

/** A page of a worker, and the CPU time of the worker's processes in milliseconds. */
export type Side = {
  readonly name: string
  readonly url: string
  readonly cookie?: string
  readonly cpu: () => Promise<number>
}

type Turn = {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly cpuPerRequest: number
}
export type Rate = Turn & { readonly turns: readonly Turn[] }

/** undici takes half of the CPU time of `node:http`, and leaves more to the workers. */
const agent = new Agent()

/**
 * Loads all sides in turns of 250 ms. Returns the upper quartile of each side's rates, because
 * other work on the machine halves some of them. Only ratios of the same run can be compared.
 */
export async function ratesOf(sides: readonly Side[], rounds: number, visitors = 8) {
  // Without a limit, it would open two connections for each visitor.
  const loading = new Agent({ connections: visitors })
  const turns = new Map(sides.map(({ name }): [string, Turn[]] => [name, []]))
  for (const side of sides) await loadFor(300, side, loading, visitors)
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      const [before, start] = [await side.cpu(), performance.now()]
      const requests = await loadFor(250, side, loading, visitors)
      turns.get(side.name)?.push({
        requestsPerSecond: (requests / (performance.now() - start)) * 1000,
        cpuPerRequest: ((await side.cpu()) - before) / requests,
      })
    }
  }
  await loading.close()
  return Object.fromEntries([...turns].map(([name, all]) => [name, bestOf(all)]))
}

/** Rates by the names of their sides. */
export type Rates = { readonly [side: string]: Rate }

/**
 * Returns two cells: how many times as fast a side is as another, by pages a second and by CPU
 * time.
 */
export function speedCells(column: string, side?: Rate, other?: Rate): BenchRow {
  if (!side || !other) throw new Error(`A side of ${column} was not measured`)
  return {
    [column]: side.requestsPerSecond / other.requestsPerSecond,
    [`${column}, CPU`]: other.cpuPerRequest / side.cpuPerRequest,
  }
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** Requests a page without compression. Throws unless the response is 200. */
export async function request(url: string, cookie = '', dispatcher = agent): Promise<Buffer> {
  const { origin, pathname, search } = new URL(url)
  const page = { origin, path: pathname + search, method: 'GET', headers: { cookie } } as const
  const { statusCode, body } = await dispatcher.request(page)
  if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}, expected 200`)
  return Buffer.from(await body.arrayBuffer())
}

function bestOf(turns: readonly Turn[]): Rate {
  return {
    requestsPerSecond: -lowerQuartile(turns.map((turn) => -turn.requestsPerSecond)),
    cpuPerRequest: lowerQuartile(turns.map((turn) => turn.cpuPerRequest)),
    turns,
  }
}

function lowerQuartile(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? Number.NaN
}

async function loadFor(
  milliseconds: number,
  { url, cookie }: Side,
  loading: Agent,
  visitors: number,
): Promise<number> {
  const end = performance.now() + milliseconds
  let requests = 0
  const visitor = async () => {
    while (performance.now() < end) {
      await request(url, cookie, loading)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
  return requests
}
