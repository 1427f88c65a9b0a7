import { startLocalServer } from '../../scripts/test/local-server.ts'
import type { LocalServer } from '../../scripts/test/local-server.ts'

/** A process between a worker and its database, which can stop the worker. */
export type Gate = LocalServer & {
  /** Calls `stop` at the given step, counted from 1, or never if null. */
  readonly arm: (step: number | null, stop: () => void) => void
  /**
   * Counts a step of another process. Returns false if this stopped the worker, so the step must
   * not continue.
   */
  readonly pass: () => boolean
  /** The number of steps since `arm`. */
  readonly steps: () => number
}

export async function startGate(): Promise<Gate> {
  let steps = 0
  let last: number | null = null
  let stopWorker = () => {}
  const pass = () => {
    steps += 1
    if (steps !== last) return true
    stopWorker()
    return false
  }
  const server = await startLocalServer((_, response) => {
    // Without an answer, the worker makes no further step.
    if (pass()) response.end()
  })
  return {
    ...server,
    pass,
    arm(step, stop) {
      steps = 0
      last = step
      stopWorker = stop
    },
    steps: () => steps,
  }
}
