import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { buildIfChanged } from '../start/build.ts'
import { installChromium } from './chromium.ts'

/** Every check of the project, one after another; ends with `N passed, N failed` over all of them. */
type Count = { readonly passed: number; readonly failed: number }

const reports = '.cache/reports'
const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
const counts = [
  await check('types of wrangler.toml', 'wrangler', ['types', '--check']),
  await check('types', 'tsc', ['-b']),
  await check('lint', 'oxlint', ['--type-aware']),
  await check('unused code', 'knip', []),
  await check('format', 'oxfmt', ['--check']),
  await check('API description', 'node', ['scripts/contract/lint-openapi.ts']),
  await unitAndWorkerTests(),
  await sizes(),
  await journeys(),
]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** A check without tests of its own counts as one. */
async function check(name: string, command: string, args: readonly string[]): Promise<Count> {
  const succeeded = await run(name, command, args)
  return { passed: Number(succeeded), failed: Number(!succeeded) }
}

async function unitAndWorkerTests(): Promise<Count> {
  const file = `${reports}/vitest.json`
  const succeeded = await run('unit and worker tests', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = await read(file, vitestReport)
  if (!report) return { passed: 0, failed: 1 }
  const broken = Math.max(
    report.numFailedTests,
    Math.min(report.numFailedTestSuites, 1),
    Number(!succeeded),
  )
  return { passed: report.numPassedTests, failed: broken }
}

async function sizes(): Promise<Count> {
  await buildIfChanged()
  return check('sizes of scripts', 'node', ['scripts/build/sizes.ts'])
}

async function journeys(): Promise<Count> {
  installChromium()
  const file = `${reports}/playwright.json`
  const succeeded = await run('journeys', 'playwright', ['test'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const report = await read(file, playwrightReport)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return {
    passed: expected,
    failed: Math.max(unexpected + flaky + report.errors.length, Number(!succeeded)),
  }
}

async function read<T extends z.ZodType>(file: string, schema: T): Promise<z.output<T> | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : schema.parse(JSON.parse(text))
}

async function run(
  name: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const start = Date.now()
  console.log(`\n— ${name}`)
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  console.log(
    `— ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - start) / 1000)} s`,
  )
  return code === 0
}
