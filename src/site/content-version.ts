import { awaitInTime } from '../kit/deadlines.ts'
import type { Bindings } from '../context.ts'

/** Milliseconds after which the version is read again in the background. */
const checkedFor = 10_000
/** Milliseconds that a version is used before pages wait for a new version. */
const trustedFor = 30_000
/** Milliseconds that a page waits for the version. Then the version is unknown. */
const readTimeout = 3000

/** Reads the version during a request. */
export type VersionSource = {
  /** Returns a string that changes whenever the content of public pages changes. */
  readonly read: () => Promise<string>
  /** Keeps work running after the response is sent. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** The version of an isolate, and the function that reads it with the bindings of a request. */
export type VersionOptions = {
  readonly version: ContentVersion
  readonly readVersion: (bindings: Bindings) => Promise<string>
}

/**
 * A read in progress. A failed read counts as running until the timeout, so that pages do not
 * repeat it.
 */
type Reading = { readonly startedAt: number; readonly result: Promise<string | null> }

/** The version of the content that public pages show. Create one per isolate. */
export class ContentVersion {
  readonly #now: () => number
  #version: string | null = null
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Reading | null = null
  #isInvalidated = false
  #invalidatedAt = Number.NEGATIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** Milliseconds since 1970. */
  get invalidatedAt(): number {
    return this.#invalidatedAt
  }

  /** Whether the version may have changed since it was read. */
  get isInvalidated(): boolean {
    return this.#isInvalidated
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
   * the version. Other isolates show the change within ten seconds.
   */
  invalidate(): void {
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
