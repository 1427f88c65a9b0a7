import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { vi } from 'vitest'
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
  const waiting: (() => void)[] = []
  const late: (() => void)[] = []
  const working = new Set<Worker>()
  const errors: unknown[] = []

  /** Waits until the worker may make its next call to the outside. */
  async function turn(): Promise<void> {
    const worker = current.getStore()
    if (worker?.isDead) return never
    if (worker && !worker.isAlone) {
      worker.waits += 1
      await new Promise<void>((resolve) => waiting.push(resolve))
      worker.waits -= 1
    }
    return worker?.isDead ? never : undefined
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
      const worker: Worker = {
        ...work,
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
    for (;;) {
      await setImmediate()
      if ([...working].some(({ late: isLate, waits }) => isLate + waits === 0)) continue
      if (waiting.length === 0) return
      waiting.splice(random.int(waiting.length), 1)[0]?.()
    }
  }

  return {
    db: openD1(file, { call }),
    turn,
    run,
    /** Errors that workers threw. */
    errors,
    /** Waits until `answerLate` is called, after the rest of the step. */
    async beLate(): Promise<void> {
      const worker = current.getStore()
      if (!worker) return
      worker.isAlone = false
      worker.late += 1
      await new Promise<void>((resolve) => late.push(resolve))
      worker.late -= 1
      return turn()
    },
    answerLate: () => late.splice(0).forEach((answer) => answer()),
  }
}

/**
 * Makes the platform repeatable: random values come from the seed, timers never end, and work that
 * Node does in other threads is done at once.
 */
export function repeatPlatform(random: Random): void {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array)
      for (const index of array.keys()) array[index] = random.int(256)
    return array
  })
  const subtle = {
    digest: async (_: string, data: Uint8Array) => createHash('sha256').update(data).digest(),
    importKey: async (_: string, secret: Uint8Array) => secret,
    sign: async (_: string, secret: Uint8Array, data: Uint8Array) =>
      createHmac('sha256', secret).update(data).digest(),
    timingSafeEqual,
  }
  vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(subtle as unknown as SubtleCrypto)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  // A pause ends at once, and no call takes as long as its limit.
  vi.stubGlobal('setTimeout', (work: () => void, milliseconds: number) => {
    if (milliseconds <= 1000) queueMicrotask(work)
    return 0
  })
  vi.stubGlobal('Blob', MemoryBlob)
  vi.stubGlobal('CompressionStream', Deflation)
}

class MemoryBlob {
  readonly #bytes: Uint8Array<ArrayBuffer>
  constructor(parts: readonly Uint8Array[]) {
    this.#bytes = Uint8Array.from(Buffer.concat(parts))
  }
  arrayBuffer = async () => this.#bytes.buffer
  stream = () =>
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(this.#bytes)
        controller.close()
      },
    })
}

class Deflation extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    super({
      transform: (chunk, controller) => controller.enqueue(deflateSync(chunk, { level: 1 })),
    })
  }
}
