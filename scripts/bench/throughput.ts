import type { D1Calls } from './d1-calls.ts'
import { ratesOf, request } from './load.ts'
import type { Rate } from './load.ts'
import { peerPaths, startPeer } from './peers.ts'
import { startConstant, startConstantAfter } from './lone-worker.ts'
import type { Workerd } from './workerd.ts'

/**
 * Speed relative to another worker, by requests per second and by CPU time. 1 means equally fast.
 */
export type Ratio = { readonly rate: number; readonly cpu: number }

export type Throughput = {
  /** Compared with a worker that returns the same bytes. */
  readonly stored: Ratio
  readonly fresh: Ratio
  /** The speed of that worker when it makes the page's D1 calls first. `fresh` cannot be faster. */
  readonly calls: Ratio
  /**
   * `fresh` compared with React Router, which makes the same calls and renders the same elements.
   */
  readonly besidePeer: Ratio
  /** `fresh` compared with 200 links and a form in React Router, without D1. */
  readonly besideLinks: Ratio
  /** CPU time of the fresh page in milliseconds. Other work on the machine increases it. */
  readonly freshMs: number
}

type Sides = {
  readonly stored: Workerd
  readonly fresh: Workerd
  /** The database of `fresh` and of the workers for comparison. */
  readonly d1: URL
}

/** Loads the stored page, the fresh page and the workers for comparison in turns. */
export async function throughputOf(
  path: string,
  calls: D1Calls,
  { stored, fresh, d1 }: Sides,
  rounds: number,
): Promise<Throughput> {
  const body = await request(stored.origin + path)
  const constant = await startConstant(body)
  const afterCalls = await startConstantAfter(calls, body, d1)
  const peer = await startPeer(d1, calls, body.toString())
  try {
    const sides = [
      { name: 'constant', worker: constant, path },
      { name: 'stored', worker: stored, path },
      { name: 'fresh', worker: fresh, path },
      { name: 'calls', worker: afterCalls, path },
      { name: 'peer', worker: peer, path: peerPaths.samePage },
      { name: 'links', worker: peer, path: peerPaths.links },
    ]
    const rates = await ratesOf(sides, rounds)
    return {
      stored: ratioOf(rates, 'stored', 'constant'),
      fresh: ratioOf(rates, 'fresh', 'constant'),
      calls: ratioOf(rates, 'calls', 'constant'),
      besidePeer: ratioOf(rates, 'fresh', 'peer'),
      besideLinks: ratioOf(rates, 'fresh', 'links'),
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
