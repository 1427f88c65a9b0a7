import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/**
 * `failures` names what failed, with the beginning of each message, for the end of the output;
 * `skipped` what did not run, with the reason.
 */
export type Count = {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  readonly failures: readonly string[]
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullable(),
        }),
      ),
    }),
  ),
})

const playwrightErrors = z.array(z.object({ message: z.string().default('') }))
const playwrightSuite = z.object({
  title: z.string(),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          annotations: z.array(z.object({ description: z.string().optional() })).default([]),
          results: z.array(z.object({ errors: playwrightErrors })),
        }),
      ),
    }),
  ),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
  errors: playwrightErrors,
})

/**
 * Counts the tests in Vitest's JSON report. A run that failed without a failed test counts as one
 * failure.
 */
export async function vitestCount(file: string, succeeded: boolean): Promise<Count> {
  const report = await readReport(file, vitestReport)
  if (!report) return missingReport(file)
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = report
  const failed = Math.max(numFailedTests, Math.min(numFailedTestSuites, 1), Number(!succeeded))
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      const path = relative('.', name)
      if (tests.length === 0) return [describeFailure(path, message)]
      return tests.map(({ fullName, failureMessages }) =>
        describeFailure(`${path} > ${fullName}`, failureMessages?.[0] ?? ''),
      )
    })
  return { passed: numPassedTests, failed, skipped: [], failures }
}

function missingReport(file: string): Count {
  return { passed: 0, failed: 1, skipped: [], failures: [`no report in ${file}`] }
}

/** Counts the tests in Playwright's JSON report. A flaky test counts as failed. */
export async function playwrightCount(file: string, succeeded: boolean): Promise<Count> {
  const report = await readReport(file, playwrightReport)
  if (!report) return missingReport(file)
  const { stats, errors, suites } = report
  const { expected, unexpected, flaky } = stats
  const journeys = suites.flatMap((suite) => journeysOf(suite))
  const failures = [
    ...errors.map(({ message }) => describeFailure('journeys', message)),
    ...journeys
      .filter(({ status }) => ['unexpected', 'flaky'].includes(status))
      .map(({ name, results }) => {
        const [first] = results.flatMap((result) => result.errors)
        return describeFailure(name, first?.message ?? '')
      }),
  ]
  const skipped = journeys
    .filter(({ status }) => status === 'skipped')
    .map(({ name, annotations: [reason] }) => `${name}: ${reason?.description ?? ''}`)
  const failed = Math.max(unexpected + flaky + errors.length, Number(!succeeded))
  return { passed: expected, failed, skipped, failures }
}

/** Every test of a group and of the groups in it, with its full name. */
function journeysOf({ title, specs, suites }: z.output<typeof playwrightSuite>, parent = '') {
  const name = parent === '' ? title : `${parent} > ${title}`
  const own = specs.flatMap((spec) =>
    spec.tests.map((each) => ({ ...each, name: `${name} > ${spec.title}` })),
  )
  return [...own, ...suites.flatMap((each): typeof own => journeysOf(each, name))]
}

const shownLines = 12

function describeFailure(name: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, shownLines)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

export function sumOf(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    skipped: counts.flatMap(({ skipped }) => skipped),
    failures: counts.flatMap(({ failures }) => failures),
  }
}

async function readReport<T extends z.ZodType>(
  file: string,
  schema: T,
): Promise<z.output<T> | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : schema.parse(JSON.parse(text))
}
