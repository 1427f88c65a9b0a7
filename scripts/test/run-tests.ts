import { spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { exitOnError, parseCommand } from '../command.ts'
import { buildIfChanged } from '../build/built-sources.ts'
import { installChromium, installOtherBrowsers } from './browsers.ts'
import { runCheck } from './run-check.ts'
import { selectedJourneys } from './select-journeys.ts'
import { nothing, playwrightCount, sumOf, vitestCount, type Count } from './test-counts.ts'

/**
 * `npm test` runs every kind of check and ends with `N passed, N failed`. `npm test -- --all` also
 * runs every journey and the slow suites. Suites of tests run one after another, because each suite
 * uses all cores: together they take more processor time, and tests of deadlines fail.
 */
const reports = '.cache/reports'
const usage = 'Usage: npm test -- [--all]'
const options = { all: { type: 'boolean', default: false } } as const
const { values } = await exitOnError(async () => parseCommand(usage, { options }))
const isComplete = values.all
type Suite = (name: string) => Promise<Count>
type Suites = { readonly [name: string]: Suite }

/** The suites that need the build, in the order in which they run. */
const suitesOfBuild: Suites = {
  'sizes of scripts': async (name) => check(name, 'node', ['scripts/build/sizes.ts']),
  async journeys(name) {
    installChromium()
    return journeys(name, isComplete ? [] : selectedJourneys)
  },
}
/** Suites of `npm test -- --all` only. */
const slowSuites: Suites = {
  async 'other browsers'(name) {
    installOtherBrowsers()
    return journeys(name, ['--config', 'playwright.browsers.config.ts'])
  },
  // These tests deploy the shop and put it under load.
  'tests of the built shop': async (name) => vitest(name, ['built']),
  // In at most three minutes. Slower machines and other work change times, so the limit is wide.
  async 'speed of the previous commit'(name) {
    const reason = 'there is no earlier commit to compare with'
    if (spawnSync('git', ['cat-file', '-e', 'HEAD^']).status !== 0) return notRun([name], reason)
    const options = ['--against', 'HEAD^', '--limit', '30', '--rounds', '8']
    return check(name, 'node', ['scripts/bench/bench.ts', ...options])
  },
}
/** Projects of Vitest without most random scenarios, backups and the API behind HTTP. */
const fastProjects = ['unit', 'worker', 'faults', 'simulation']
if (!isComplete) process.env['SHOP_TESTS'] = 'fast'

await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
// Checks of the sources continue during the tests, which do not use all processor time.
const checked = checkSources()
const build = await buildShop()
const tests = await vitest('unit and worker tests', isComplete ? ['!built'] : fastProjects)
const sources = await checked
const suites = { ...suitesOfBuild, ...(isComplete && slowSuites) }
const built =
  build.failed === 0 ? await runSuites(suites) : notRun(Object.keys(suites), 'the build failed')
const total = sumOf([build, sources, tests, built])
if (!isComplete)
  console.log('NOT RUN slow tests, other forms of journeys, other browsers: add -- --all')
for (const name of total.skipped) console.log(`SKIPPED ${name}`)
for (const journey of total.flaky) console.log(`FLAKY ${journey}`)
// Readers see the end of a long output first.
for (const failure of total.failures) console.log(`FAILED ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

async function checkSources(): Promise<Count> {
  return sumOf([
    await check('types of wrangler.toml', 'wrangler', ['types', '--check']),
    // Several checkers of one project would repeat each other's work.
    await check('types', 'tsc', ['-b', '--checkers', '1']),
    await check('lint', 'oxlint', ['--type-aware']),
    await check('unused code', 'knip', []),
    await check('format', 'oxfmt', ['--check']),
    await check('API description', 'node', ['scripts/contract/lint-openapi.ts']),
  ])
}

async function buildShop(): Promise<Count> {
  try {
    await buildIfChanged()
    return { ...nothing, passed: 1 }
  } catch (error) {
    return { ...nothing, failed: 1, failures: [`build: ${String(error)}`] }
  }
}

async function runSuites(all: Suites): Promise<Count> {
  const counts: Count[] = []
  for (const [name, run] of Object.entries(all)) counts.push(await run(name))
  return sumOf(counts)
}

/** Names the suites that cannot run, so that the output does not hide them. */
function notRun(skipped: readonly string[], reason: string): Count {
  const reasons = skipped.map((suite) => `${suite}: ${reason}`)
  return { ...nothing, skipped: reasons }
}

async function check(name: string, command: string, args: readonly string[]): Promise<Count> {
  const hasSucceeded = await runCheck(name, command, args)
  return hasSucceeded ? { ...nothing, passed: 1 } : { ...nothing, failed: 1, failures: [name] }
}

async function vitest(name: string, projects: readonly string[]): Promise<Count> {
  const file = `${reports}/${name.replaceAll(' ', '-')}.json`
  const flags = ['--reporter=default', '--reporter=json']
  const selection = projects.map((project) => `--project=${project}`)
  const args = ['run', ...selection, ...flags, `--outputFile.json=${file}`]
  const hasSucceeded = await runCheck(name, 'vitest', args)
  return vitestCount(file, hasSucceeded)
}

async function journeys(name: string, args: readonly string[]): Promise<Count> {
  const file = `${reports}/${name.replaceAll(' ', '-')}.json`
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const hasSucceeded = await runCheck(name, 'playwright', ['test', ...args], env)
  return playwrightCount(file, hasSucceeded)
}
