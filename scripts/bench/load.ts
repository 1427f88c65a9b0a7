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

/** The number of simultaneous visitors, unless a benchmark compares others. */
const usualVisitors = 8

/**
 * Opens a connection for each visitor. Takes half of the CPU time of `node:http`, which the workers
 * need on the same machine.
 */
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
  const turns = new Map(sides.map(({ name }): [string, Turn[]] => [name, []]))
  for (const { worker, path } of sides) await loadFor(300, worker, path, visitors)
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, worker, path } of sides) {
      const [cpu, start] = [await worker.cpu(), performance.now()]
      const requests = await loadFor(250, worker, path, visitors)
      turns.get(name)?.push({
        requestsPerSecond: (requests / (performance.now() - start)) * 1000,
        cpuPerRequest: ((await worker.cpu()) - cpu) / requests,
      })
    }
  }
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
  { origin }: Workerd,
  path: string,
  visitors: number,
): Promise<number> {
  const end = performance.now() + milliseconds
  let requests = 0
  const visitor = async () => {
    while (performance.now() < end) {
      await visit(origin, path)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
  return requests
}

/** Requests a page and drops it. Throws unless the response is 200. */
function visit(origin: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    agent.dispatch(
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
