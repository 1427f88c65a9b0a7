import type { D1Calls } from './d1-calls.ts'
import type { DataCopies } from './data-copies.ts'
import { ratesOf, request } from './load.ts'
import type { Rate } from './load.ts'
import { peerPath, startPeer } from './peers.ts'
import { startConstant, startConstantAfter } from './workerd.ts'
import type { Workerd } from './workerd.ts'

/** Requests a second and CPU time, divided by those of another worker: 1 is as fast. */
type Ratio = { readonly rate: number; readonly cpu: number }

export type Throughput = {
  /** Beside a worker that answers with the same bytes. */
  readonly stored: Ratio
  readonly fresh: Ratio
  /** How fast that worker is when it makes the page's D1 calls first: the limit of `fresh`. */
  readonly calls: Ratio
  /** `fresh` beside React Router with the same calls, or with 200 links when there are none. */
  readonly besidePeer: Ratio
  /** Milliseconds of CPU of the fresh page. Other work on the machine makes it longer. */
  readonly freshMs: number
}

type Shops = { readonly stored: Workerd; readonly fresh: Workerd; readonly copies: DataCopies }

/** Loads a page in turns: stored, fresh, and what both are compared with. */
export async function throughputOf(
  path: string,
  calls: D1Calls,
  { stored, fresh, copies }: Shops,
  rounds: number,
): Promise<Throughput> {
  const body = await request(stored.origin + path)
  const constant = await startConstant(body)
  const afterCalls = await startConstantAfter(calls, body, copies.calls)
  const peer = await startPeer(copies.peer, calls)
  try {
    const sides = [
      { name: 'constant', worker: constant, path },
      { name: 'stored', worker: stored, path },
      { name: 'fresh', worker: fresh, path },
      { name: 'calls', worker: afterCalls, path },
      { name: 'peer', worker: peer, path: peerPath(calls) },
    ]
    const rates = await ratesOf(sides, rounds)
    return {
      stored: ratioOf(rates, 'stored', 'constant'),
      fresh: ratioOf(rates, 'fresh', 'constant'),
      calls: ratioOf(rates, 'calls', 'constant'),
      besidePeer: ratioOf(rates, 'fresh', 'peer'),
      freshMs: rateOf(rates, 'fresh').cpuPerRequest,
    }
  } finally {
    await Promise.all([constant.stop(), afterCalls.stop(), peer.stop()])
  }
}

function ratioOf(rates: readonly Rate[], name: string, other: string): Ratio {
  const [measured, base] = [rateOf(rates, name), rateOf(rates, other)]
  return {
    rate: measured.requestsPerSecond / base.requestsPerSecond,
    cpu: base.cpuPerRequest / measured.cpuPerRequest,
  }
}

function rateOf(rates: readonly Rate[], name: string): Rate {
  const rate = rates.find((each) => each.name === name)
  if (!rate) throw new Error(`${name} was not measured`)
  return rate
}
