/**
 * Property tests and the fuzz test repeat the same run by default. FC_SEED and FUZZ_SEED change
 * that: `random` for a new run, or the seed of an earlier run to repeat it.
 */
const fixedSeed = 20_261_012
const fixedRuns = 2000

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
