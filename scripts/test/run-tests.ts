import { mkdir, rm } from 'node:fs/promises'
import { buildIfChanged } from '../start/build.ts'
import { installChromium } from './chromium.ts'
import { runCheck } from './run-check.ts'
import { playwrightCount, sumOf, vitestCount } from './test-counts.ts'
import type { Count } from './test-counts.ts'

/**
 * `npm test`: runs every check of the project and ends with `N passed, N failed`. Journeys wait for
 * timers and networks half of the time, so the other checks run beside them.
 */
const reports = '.cache/reports'

await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
const counts = await Promise.all([checkSources(), checkBuild()])
const { passed, failed } = sumOf(counts)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function checkSources(): Promise<Count> {
  return sumOf([
    await check('types of wrangler.toml', 'wrangler', ['types', '--check']),
    await check('types', 'tsc', ['-b']),
    await check('lint', 'oxlint', ['--type-aware']),
    await check('unused code', 'knip', []),
    await check('format', 'oxfmt', ['--check']),
    await check('API description', 'node', ['scripts/contract/lint-openapi.ts']),
    await unitAndWorkerTests(),
  ])
}

async function checkBuild(): Promise<Count> {
  try {
    await buildIfChanged()
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
  const sizes = await check('sizes of scripts', 'node', ['scripts/build/sizes.ts'])
  return sumOf([sizes, await journeys()])
}

async function check(name: string, command: string, args: readonly string[]): Promise<Count> {
  const succeeded = await runCheck(name, command, args)
  return { passed: Number(succeeded), failed: Number(!succeeded) }
}

async function unitAndWorkerTests(): Promise<Count> {
  const file = `${reports}/vitest.json`
  // Half of the cores are left to the journeys.
  const flags = ['--maxWorkers=50%', '--reporter=default', '--reporter=json']
  const args = ['run', ...flags, `--outputFile.json=${file}`]
  const succeeded = await runCheck('unit and worker tests', 'vitest', args)
  return vitestCount(file, succeeded)
}

async function journeys(): Promise<Count> {
  installChromium()
  const file = `${reports}/playwright.json`
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const succeeded = await runCheck('journeys', 'playwright', ['test'], env)
  return playwrightCount(file, succeeded)
}
