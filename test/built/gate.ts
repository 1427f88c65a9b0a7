import { startLocalServer } from '../../scripts/test/local-server.ts'
import type { LocalServer } from '../../scripts/test/local-server.ts'

/** Stands between a worker and its database, in a process of its own, and can stop the worker. */
export type Gate = LocalServer & {
  /** Calls `stop` at the given step, counted from 1 in steps from now on. Null: never. */
  readonly arm: (step: number | null, stop: () => void) => void
  /** The steps since `arm`. */
  readonly steps: () => number
}

export async function startGate(): Promise<Gate> {
  let steps = 0
  let last: number | null = null
  let stopWorker = () => {}
  const server = await startLocalServer((_, response) => {
    steps += 1
    if (steps !== last) return void response.end()
    // Without an answer, so that the worker makes no further step.
    stopWorker()
  })
  return {
    ...server,
    arm(step, stop) {
      steps = 0
      last = step
      stopWorker = stop
    },
    steps: () => steps,
  }
}
