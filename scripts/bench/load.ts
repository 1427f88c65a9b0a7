import { Agent } from 'undici'
import type { Workerd } from './workerd.ts'

/** A worker and the page that is requested from it. */
export type Side = { readonly name: string; readonly worker: Workerd; readonly path: string }

export type Rate = {
  readonly name: string
  readonly requestsPerSecond: number
  /** CPU time of workerd in milliseconds. */
  readonly cpuPerRequest: number
}

/** The default number of simultaneous visitors. */
export const usualVisitors = 8

/** undici takes half of the CPU time of `node:http`, and leaves more to the workers. */
const agent = new Agent()

type Turn = { readonly requestsPerSecond: number; readonly cpuPerRequest: number }

/**
 * Loads all workers in turns of 250 ms. Returns the upper quartile of each worker's rates, because
 * other work on the machine halves some of them. Only ratios of the same run can be compared.
 */
export async function ratesOf(
  sides: readonly Side[],
  rounds: number,
  visitors = usualVisitors,
): Promise<Rate[]> {
  // Without a limit, it would open two connections for each visitor.
  const loading = new Agent({ connections: visitors })
  const turns = new Map(sides.map(({ name }): [string, Turn[]] => [name, []]))
  for (const { worker, path } of sides) await loadFor(300, { worker, path }, loading, visitors)
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, worker, path } of sides) {
      const [cpu, start] = [await worker.cpu(), performance.now()]
      const requests = await loadFor(250, { worker, path }, loading, visitors)
      turns.get(name)?.push({
        requestsPerSecond: (requests / (performance.now() - start)) * 1000,
        cpuPerRequest: ((await worker.cpu()) - cpu) / requests,
      })
    }
  }
  await loading.close()
  return [...turns].map(([name, all]) => ({
    name,
    requestsPerSecond: -lowerQuartile(all.map((turn) => -turn.requestsPerSecond)),
    cpuPerRequest: lowerQuartile(all.map((turn) => turn.cpuPerRequest)),
  }))
}

function lowerQuartile(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? Number.NaN
}

async function loadFor(
  milliseconds: number,
  { worker: { origin }, path }: Pick<Side, 'worker' | 'path'>,
  loading: Agent,
  visitors: number,
): Promise<number> {
  const end = performance.now() + milliseconds
  let requests = 0
  const visitor = async () => {
    while (performance.now() < end) {
      await visit(loading, origin, path)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
  return requests
}

/** Requests a page and discards its body. Throws unless the response is 200. */
function visit(loading: Agent, origin: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    loading.dispatch(
      { origin, path, method: 'GET' },
      {
        onRequestStart: () => {},
        onResponseStart: (_, status) => {
          if (status !== 200) throw unexpected(origin + path, status)
        },
        onResponseData: () => {},
        onResponseEnd: () => resolve(),
        onResponseError: (_, error) => reject(error),
      },
    )
  })
}

/** Requests a page without compression. Throws unless the response is 200. */
export async function request(url: string): Promise<Buffer> {
  const { origin, pathname, search } = new URL(url)
  const { statusCode, body } = await agent.request({
    origin,
    path: pathname + search,
    method: 'GET',
  })
  const bytes = Buffer.from(await body.arrayBuffer())
  if (statusCode !== 200) throw unexpected(url, statusCode)
  return bytes
}

function unexpected(url: string, status: number): Error {
  return new Error(`${url} returned ${status}, expected 200`)
}
