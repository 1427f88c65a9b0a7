import { parseArgs } from 'node:util'

type Project = { readonly name: string; readonly files: readonly string[] }

/**
 * Options of `playwright test` that take a value, so that a value is not read as the name of a test
 * file.
 */
const options = {
  project: { type: 'string', multiple: true },
  grep: { type: 'string', short: 'g' },
  'grep-invert': { type: 'string' },
  workers: { type: 'string', short: 'j' },
  config: { type: 'string', short: 'c' },
  'repeat-each': { type: 'string' },
  'max-failures': { type: 'string' },
  retries: { type: 'string' },
  timeout: { type: 'string' },
  reporter: { type: 'string' },
  output: { type: 'string' },
  shard: { type: 'string' },
  trace: { type: 'string' },
} as const

/**
 * Returns the projects that `playwright test ARGUMENTS` runs. Returns all projects when none
 * matches.
 */
export function selectProjects<T extends Project>(projects: readonly T[], args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
  })
  const names = [values.project ?? []].flat()
  const filters = positionals.filter((each) => each !== 'test').map((each) => each.split(':')[0])
  const selected = projects.filter(({ name, files }) => {
    const isNamed = names.length === 0 || names.includes(name)
    const runsFile = (filter = '') => files.some((file) => `test/e2e/${file}`.includes(filter))
    return isNamed && (filters.length === 0 || filters.some(runsFile))
  })
  return selected.length > 0 ? selected : projects
}

/**
 * Titles of journeys that `npm test` leaves to `npm test -- --all`. Every journey with JavaScript
 * runs in English, and those of buying, accounts and messages also without it, in Russian.
 */
export const leftOut =
  /(?<!(accounts|purchase|contact|reviews).*)\bin ru\b|\bin ru\b(?!.*JavaScript off)|\bin en\b.*JavaScript off/

/** Journeys of `npm test`: those that move money or data, and how forms work. */
const files = `accounts balance contact gifts hydration last-code live-forms office
   plain-forms promo-codes purchase reviews several-plans`.split(/\s+/)

/** Arguments for `playwright test`. */
export const selectedJourneys = [
  ...files.map((name) => `/${name}.test.ts`),
  '--project',
  'shop',
  '--grep-invert',
  leftOut.source,
]
