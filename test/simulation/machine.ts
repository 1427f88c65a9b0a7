import { AsyncLocalStorage } from 'node:async_hooks'
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash as hashOf,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { openD1 } from '../../scripts/test/sqlite-d1.ts'

export type Random = {
  /** Returns an integer from 0 to `below - 1`. */
  readonly int: (below: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
}

/** Returns the numbers of a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(list.length)] ?? list[0],
  }
}

/** The work of a worker: one request, or one round of jobs. */
export type Work = {
  readonly name: string
  readonly run: () => Promise<unknown>
  /** The worker is killed at this call to the database, before or after the call takes effect. */
  readonly kill?: { readonly call: number; readonly takesEffect: boolean } | null
  /** Called when the worker was killed. */
  readonly onKill?: () => void
}

type Worker = Work & {
  readonly number: number
  calls: number
  /** Calls that wait for late answers. */
  late: number
  /** Calls that wait for their turn. */
  waits: number
  isAlone: boolean
  isDead: boolean
  readonly end: () => void
}

/** What a killed worker waits for. None of its code runs any more. */
const never = new Promise<never>(() => {})

/**
 * Runs workers over one database. Workers of a step take turns in an order that only `random`
 * decides, and a killed worker never continues.
 */
export function createMachine(file: DatabaseSync, random: Random) {
  const current = new AsyncLocalStorage<Worker>()
  /** Workers that wait for their turn, and functions that give it to them. */
  const waiting: { readonly worker: Worker; readonly start: () => void }[] = []
  const late: (() => void)[] = []
  const working = new Set<Worker>()
  const errors: unknown[] = []
  let workers = 0

  /** Waits until the worker may make its next call to the outside. */
  async function turn(): Promise<void> {
    const worker = current.getStore()
    if (worker?.isDead) return never
    if (worker && !worker.isAlone) {
      worker.waits += 1
      await new Promise<void>((resolve) => waiting.push({ worker, start: resolve }))
      worker.waits -= 1
    }
    return worker?.isDead ? never : undefined
  }

  /** Waits until `answerLate` is called, after the rest of the step. */
  async function beLate(): Promise<void> {
    const worker = current.getStore()
    if (!worker) return
    worker.isAlone = false
    worker.late += 1
    await new Promise<void>((resolve) => late.push(resolve))
    worker.late -= 1
    return turn()
  }

  /** `setTimeout`: short pauses end at once, long ones later. No call takes as long as its limit. */
  function wait(work: (...args: unknown[]) => void, ms: number, ...args: unknown[]): number {
    // A pause only resolves a promise.
    const isPause = work.toString().includes('[native code]')
    if (ms <= 1000) queueMicrotask(() => work(...args))
    else if (isPause) void beLate().then(work)
    return 0
  }

  async function call<T>(work: () => T): Promise<T> {
    await turn()
    const worker = current.getStore()
    if (!worker) return work()
    worker.calls += 1
    if (worker.kill?.call !== worker.calls) return work()
    if (worker.kill.takesEffect) work()
    worker.isDead = true
    worker.end()
    worker.onKill?.()
    return never
  }

  /** Runs the works of a step, except those that wait for late answers. */
  async function run(works: readonly Work[]): Promise<void> {
    for (const work of works) {
      const isAlone = works.length === 1 && working.size === 0
      workers += 1
      const worker: Worker = {
        ...work,
        number: workers,
        calls: 0,
        late: 0,
        waits: 0,
        isAlone,
        isDead: false,
        end: () => void working.delete(worker),
      }
      working.add(worker)
      const failed = (error: unknown) => void errors.push(error)
      void current.run(worker, work.run).catch(failed).finally(worker.end)
    }
    // Chooses the next turn when every worker waits, so that the order is the same in each run.
    for (let rounds = 0; rounds < 1e6; rounds += 1) {
      // All promises have settled before the next tick. A round of Node's loop takes much longer.
      await new Promise<void>((resolve) => process.nextTick(resolve))
      const isBusy = [...working].some(({ late: isLate, waits }) => isLate + waits === 0)
      if (isBusy || rounds === 0) await setImmediate()
      else if (waiting.length === 0) return
      else {
        waiting.sort((one, other) => one.worker.number - other.worker.number)
        waiting.splice(random.int(waiting.length), 1)[0]?.start()
      }
    }
    throw new Error('a worker never ends')
  }

  return {
    db: openD1(file, { call }),
    turn,
    run,
    /** Errors that workers threw. */
    errors,
    isIdle: () => working.size === 0,
    beLate,
    wait,
    answerLate: () => late.splice(0).forEach((answer) => answer()),
  }
}

/** Replaces what the platform provides, for the rest of the process. */
export function setGlobals(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

/**
 * Makes the platform repeatable: random values come from the seed, timers never end, and work that
 * Node does in other threads is done at once.
 */
export function repeatPlatform(random: Random): void {
  const digits = (length: number) =>
    Array.from({ length }, () => random.int(16).toString(16)).join('')
  setGlobals({
    Blob: MemoryBlob,
    CompressionStream: Object,
    crypto: {
      subtle,
      getRandomValues<T extends ArrayBufferView>(array: T): T {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
        for (const index of bytes.keys()) bytes[index] = random.int(256)
        return array
      },
      randomUUID: () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`,
    },
  })
  AbortSignal.timeout = () => new AbortController().signal
}

type Key = { readonly hash: string; readonly secret: KeyObject }
type Nonce = { readonly iv: Uint8Array }
const tagLength = 16

/** What the shop and Stripe's package use. */
const subtle = {
  digest: async (_: string, data: Uint8Array) => hashOf('sha256', data, 'buffer'),
  importKey: async (
    _: string,
    secret: Uint8Array,
    algorithm: string | { readonly hash: unknown },
  ): Promise<Key> => ({
    secret: createSecretKey(secret),
    hash: JSON.stringify(algorithm).includes('512') ? 'sha512' : 'sha256',
  }),
  sign: async (_: unknown, { hash, secret }: Key, data: Uint8Array) =>
    createHmac(hash, secret).update(data).digest(),
  async encrypt({ iv }: Nonce, { secret }: Key, data: Uint8Array) {
    const cipher = createCipheriv('aes-256-gcm', secret, iv)
    return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()])
  },
  async decrypt({ iv }: Nonce, { secret }: Key, data: Uint8Array) {
    const cipher = createDecipheriv('aes-256-gcm', secret, iv)
    cipher.setAuthTag(data.subarray(-tagLength))
    return Buffer.concat([cipher.update(data.subarray(0, -tagLength)), cipher.final()])
  },
  timingSafeEqual,
}

/** A blob whose stream is compressed at once. */
class MemoryBlob {
  readonly #bytes: Uint8Array<ArrayBuffer>
  constructor(parts: readonly Uint8Array[]) {
    this.#bytes = Uint8Array.from(Buffer.concat(parts))
  }
  arrayBuffer = async () => this.#bytes.buffer
  stream = () => ({ pipeThrough: () => deflateSync(this.#bytes, { level: 1 }) })
}
