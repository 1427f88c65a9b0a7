import { awaitInTime } from '../requests/await-in-time.ts'

/**
 * Milliseconds that a refresh counts as in progress. When `workerd` ends the request that started
 * it, the refresh never settles.
 */
const countsFor = 5000

type Refresh = {
  readonly startedAt: number
  readonly version: string | null
  readonly work: Promise<never>
}

/**
 * The refreshes in progress, at most one of each key. The key determines the type of the result.
 */
export class Refreshes {
  readonly #running = new Map<string, Refresh>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Returns the result of the refresh in progress, or `undefined` when it does not settle in time.
   * Returns null when no refresh of this version is in progress.
   */
  join<T>(key: string, version: string | null): Promise<T | undefined> | null {
    const refresh = this.#running.get(key)
    if (refresh === undefined || refresh.version !== version) return null
    const left = refresh.startedAt + countsFor - this.#now()
    return left > 0 ? awaitInTime<T>(refresh.work, left) : null
  }

  start<T>(key: string, version: string | null, load: () => Promise<T>): Promise<T> {
    const work = load().finally(() => {
      if (this.#running.get(key) === refresh) this.#running.delete(key)
    })
    // The key determines the type of the result.
    const refresh: Refresh = { startedAt: this.#now(), version, work: work as Promise<never> }
    this.#running.set(key, refresh)
    return work
  }
}
