import { awaitInTime } from './deadlines.ts'

type Flight<T> = { readonly startedAt: number; readonly work: Promise<T> }

type SingleFlightOptions = {
  /**
   * Milliseconds that work counts as running. When `workerd` ends the request that started it, the
   * work never settles.
   */
  readonly timeout: number
  readonly now: () => number
}

/** Work that several requests need, and only one of them starts, by key. */
export class SingleFlight<T extends object> {
  readonly #flights = new Map<string, Flight<T>>()
  readonly #options: SingleFlightOptions

  constructor(options: SingleFlightOptions) {
    this.#options = options
  }

  isRunning(key: string): boolean {
    return this.#running(key) !== null
  }

  /**
   * Returns the result of the running work, or `undefined` when it does not settle in time. Work
   * that takes too long no longer counts as running. Returns null when no work is running.
   */
  join(key: string): Promise<T | undefined> | null {
    const flight = this.#running(key)
    return flight && this.#wait(key, flight)
  }

  /**
   * Starts work that later requests join.
   * @param until returns work that continues after the result, and that requests join too
   */
  start(key: string, load: () => Promise<T>, until?: (result: T) => Promise<unknown>): Promise<T> {
    this.#dropLate()
    const end = () => this.#end(key, flight)
    const work = until ? load() : load().finally(end)
    const flight: Flight<T> = { startedAt: this.#options.now(), work }
    this.#flights.set(key, flight)
    if (until) work.then(until).then(end, end)
    return work
  }

  #running(key: string): Flight<T> | null {
    const flight = this.#flights.get(key)
    return flight && this.#timeLeft(flight) > 0 ? flight : null
  }

  async #wait(key: string, flight: Flight<T>): Promise<T | undefined> {
    const result = await awaitInTime(flight.work, this.#timeLeft(flight))
    // The timer may fire before `timeout` has passed by the clock.
    if (result === undefined) this.#end(key, flight)
    return result
  }

  /** Without this, work that never settles would stay in memory. */
  #dropLate(): void {
    for (const [key, flight] of this.#flights)
      if (this.#timeLeft(flight) <= 0) this.#flights.delete(key)
  }

  #end(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }

  #timeLeft({ startedAt }: Flight<T>): number {
    return startedAt + this.#options.timeout - this.#options.now()
  }
}
