import { accessSync, constants, statfsSync } from 'node:fs'

/**
 * Property tests and the fuzz test repeat the same run by default. FC_SEED and FUZZ_SEED change
 * that: `random` for a new run, or the seed of an earlier run to repeat it.
 */
const fixedSeed = 20_261_012
/** `npm test` leaves the longest tests to `npm test -- --all`. */
export const isFast = process.env['SHOP_TESTS'] === 'fast'
const fixedRuns = isFast ? 500 : 2000

export function propertySeed(): number {
  return seedFrom('FC_SEED')
}

export function fuzzOptions(): { readonly seed: number; readonly runs: number } {
  return { seed: seedFrom('FUZZ_SEED'), runs: integerFrom('FUZZ_RUNS', fixedRuns) }
}

function seedFrom(name: string): number {
  if (process.env[name] !== 'random') return integerFrom(name, fixedSeed)
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`${name}=${seed}`)
  // Vitest reads its configuration once for each project. All projects use this seed.
  process.env[name] = String(seed)
  return seed
}

function integerFrom(name: string, standard: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return standard
  if (!/^-?\d{1,10}$/.test(text)) throw new Error(`${name}: expected an integer, got "${text}"`)
  return Number(text)
}

/** Linux's file system in memory. */
const memory = '/dev/shm'
/** The databases, browser profiles and pictures of a run take less than a quarter of it. */
const neededBytes = 2 * 1024 ** 3

/**
 * Keeps temporary files of this process, and of those that it starts, in memory: databases of tests
 * write thousands of times a minute, and would wait for a disk. Does nothing if TMPDIR is set, or
 * without enough memory of this kind. A container of Docker has 64 MB.
 */
export function useMemoryForTemporaryFiles(): void {
  if (!process.env['TMPDIR'] && hasRoom()) process.env['TMPDIR'] = memory
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
