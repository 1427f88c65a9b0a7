import { awaitInTime } from '../../kit/deadlines.ts'
import type { Bindings } from '../../bindings.ts'
import { warnOfFailure } from '../../kit/log.ts'

/** Milliseconds after which the version is read again in the background. */
const checkedFor = 10_000
/** Milliseconds that a version is used before pages wait for a new version. */
const trustedFor = 30_000
/** Milliseconds that a page waits for the version. Then the version is unknown. */
const readTimeout = 3000

/** Milliseconds after which a page looks for a change by another isolate of the colo. */
const lookedFor = 1000
/** Milliseconds by which the clocks of a colo's machines may differ. */
const clockDifference = 1000

/** Reads the version during a request. */
export type VersionSource = {
  /** Returns a string that changes whenever the content of public pages changes. */
  readonly read: () => Promise<string>
  /** Keeps work running after the response is sent. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

/**
 * A read in progress. Unlike work of a `SingleFlight`, a failed read counts as running until the
 * timeout, so that pages do not repeat it, and `invalidate` discards the result of a read.
 */
type Reading = { readonly startedAt: number; readonly result: Promise<string | null> }

/** The version of the content that public pages show. Create one per isolate. */
export class CachedVersion {
  readonly #now: () => number
  readonly #changes: ColoChanges | null
  #version: string | null = null
  #isInvalidated = false
  #invalidatedAt = Number.NEGATIVE_INFINITY
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Reading | null = null
  #lookedAt = Number.NEGATIVE_INFINITY
  /** The last version that this isolate has announced. */
  #announced: string | null = null
  /** The time of the last change of the colo that this isolate knows. */
  #changedAt: number | null = null

  /** @param changes null if isolates do not announce changes */
  constructor(now: () => number, changes: ColoChanges | null = null) {
    this.#now = now
    this.#changes = changes
  }

  /** Whether the version may have changed since it was read. */
  get isInvalidated(): boolean {
    return this.#isInvalidated
  }

  /** Milliseconds since 1970. */
  get invalidatedAt(): number {
    return this.#invalidatedAt
  }

  /**
   * Returns the version that this isolate has read recently, or null. Reads it again in the
   * background when it is due.
   */
  known(source: VersionSource): string | null {
    const age = this.#now() - this.#readAt
    if (age >= checkedFor) this.#read(source)
    return age < trustedFor ? this.#version : null
  }

  /** Returns the version, after a read if necessary, or null if it cannot be read. */
  async current(source: VersionSource): Promise<string | null> {
    const version = this.known(source)
    if (version !== null) return version
    const { startedAt, result } = this.#read(source)
    return (await awaitInTime(result, startedAt + readTimeout - this.#now())) ?? null
  }

  /**
   * Call it after work that may have changed the version. The next page of this isolate waits for
   * the version. If this isolate has not announced the version yet, so does a page of every other
   * isolate of the colo, within a second. Without this condition, anyone could make the isolates of
   * a colo read the version all the time.
   */
  async announceChange(source: VersionSource): Promise<void> {
    this.#invalidate()
    const version = await this.current(source)
    if (version === null || version === this.#announced) return
    this.#announced = version
    this.#changedAt = this.#now()
    await this.#changes?.announce(this.#changedAt)
  }

  /** Whether `look` would read the Cache API. */
  get isLookDue(): boolean {
    return this.#changes !== null && this.#now() - this.#lookedAt >= lookedFor
  }

  /** Looks for a change that another isolate of the colo has made since the version was read. */
  async look(): Promise<void> {
    if (!this.isLookDue) return
    this.#lookedAt = this.#now()
    const changedAt = (await this.#changes?.last()) ?? null
    if (changedAt === null || changedAt === this.#changedAt) return
    this.#changedAt = changedAt
    if (changedAt + clockDifference >= this.#readAt) this.#invalidate()
  }

  /** Makes the next page of this isolate wait for the version. */
  #invalidate(): void {
    this.#isInvalidated = true
    this.#invalidatedAt = this.#now()
    this.#readAt = Number.NEGATIVE_INFINITY
    // A running read may return the old version.
    this.#reading = null
  }

  /** Returns the read in progress, or starts a new read. */
  #read({ read, waitUntil }: VersionSource): Reading {
    const startedAt = this.#now()
    const running = this.#reading
    if (running !== null && startedAt - running.startedAt < readTimeout) return running
    const result: Reading['result'] = read().then(
      (value) => this.#store(value, reading),
      () => null,
    )
    const reading = { startedAt, result }
    this.#reading = reading
    waitUntil(result)
    return reading
  }

  #store(value: string, reading: Reading): string {
    if (this.#reading !== reading) return value
    this.#version = value
    this.#readAt = reading.startedAt
    this.#isInvalidated = false
    this.#reading = null
    return value
  }
}

/** The version of an isolate, and the function that reads it with the bindings of a request. */
export type VersionOptions = {
  readonly version: CachedVersion
  readonly readVersion: (bindings: Bindings) => Promise<string>
}

/** Tells the isolates of a colo about changes to public pages, through its Cache API. */
export type ColoChanges = {
  /**
   * Returns the time of the last change in milliseconds since 1970, or null if no isolate of this
   * colo has made one within a minute.
   */
  readonly last: () => Promise<number | null>
  readonly announce: (at: number) => Promise<void>
}

/** After a minute, every isolate has read the content version again. */
const announcedFor = 'public, max-age=60'
/** Milliseconds that a page waits for the Cache API, which answers in a few. */
const timeout = 100

/** @param cache null if there is no Cache API */
export function createColoChanges(cache: Cache | null, origin: string): ColoChanges {
  const key = `${origin}/.last-change`
  const read = async () => Number(await (await cache?.match(key))?.text()) || null
  return {
    last: async () =>
      (await awaitInTime(read().catch(warnOfFailure('Cache API match')), timeout)) ?? null,
    announce: async (at) =>
      cache
        ?.put(key, new Response(String(at), { headers: { 'Cache-Control': announcedFor } }))
        .catch(warnOfFailure('Cache API put')),
  }
}
