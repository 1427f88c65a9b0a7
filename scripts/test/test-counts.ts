import { relative } from 'node:path'
import { z } from 'zod'
import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

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

/**
 * Counts the tests in Vitest's JSON report. A run that failed without a failed test counts as one
 * failure.
 */
export async function vitestCount(file: string, hasSucceeded: boolean): Promise<Count> {
  const report = await readReport(file, vitestReport)
  if (!report) return missingReport(file)
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = report
  const failed = Math.max(numFailedTests, Math.min(numFailedTestSuites, 1), Number(!hasSucceeded))
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
  return { passed: numPassedTests, failed, skipped: [], flaky: [], failures }
}

const playwrightError = z.object({
  message: z.string().default(''),
  location: z.object({ file: z.string(), line: z.number() }).optional(),
})
const playwrightErrors = z.array(playwrightError)
const playwrightTest = z.object({
  status: z.string(),
  annotations: z.array(z.object({ description: z.string().optional() })).default([]),
  results: z.array(z.object({ errors: playwrightErrors })),
})
const playwrightSuite = z.object({
  title: z.string(),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(playwrightTest),
    }),
  ),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
  errors: playwrightErrors,
})
type Journey = z.output<typeof playwrightTest> & { readonly name: string }

/** Counts the tests in Playwright's JSON report. A flaky test counts as passed. */
export async function playwrightCount(file: string, hasSucceeded: boolean): Promise<Count> {
  const report = await readReport(file, playwrightReport)
  if (!report) return missingReport(file)
  const { stats, errors, suites } = report
  const journeys = suites.flatMap((suite) => journeysOf(suite))
  const withStatus = (wanted: string) => journeys.filter(({ status }) => status === wanted)
  const outsideJourneys = errors.map(({ message }) => describeFailure('journeys', message))
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected + errors.length, Number(!hasSucceeded)),
    skipped: withStatus('skipped').map(
      ({ name, annotations: [reason] }) => `${name}: ${reason?.description ?? ''}`,
    ),
    flaky: withStatus('flaky').map(describeJourney),
    failures: [...outsideJourneys, ...withStatus('unexpected').map(describeJourney)],
  }
}

/**
 * Describes every error of every attempt. The first error of a timeout does not show the step that
 * waited.
 */
function describeJourney({ name, results }: Journey): string {
  const attempts = results.map(({ errors }, index) => ({ attempt: index + 1, errors }))
  const descriptions = attempts.flatMap(({ attempt, errors }) =>
    errors.map((error) => describeFailure(`  attempt ${attempt}${placeOf(error)}`, error.message)),
  )
  return [name, ...descriptions].join('\n')
}

function placeOf({ location }: z.output<typeof playwrightError>): string {
  return location ? `, ${relative('.', location.file)}:${location.line}` : ''
}

/** Returns every test of a group and of its subgroups, with full names. */
function journeysOf(
  { title, specs, suites }: z.output<typeof playwrightSuite>,
  parent = '',
): Journey[] {
  const name = parent === '' ? title : `${parent} > ${title}`
  const own = specs.flatMap((spec) =>
    spec.tests.map((each) => ({ ...each, name: `${name} > ${spec.title}` })),
  )
  return [...own, ...suites.flatMap((each) => journeysOf(each, name))]
}

/**
 * Numbers of tests, and lists for the end of the output. `failures` contains failed tests with the
 * beginning of their messages. `flaky` contains tests that passed at the second attempt, with the
 * messages of the first attempt. `skipped` contains tests that did not run, with the reason.
 */
export type Count = {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  readonly flaky: readonly string[]
  readonly failures: readonly string[]
}

export function sumOf(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    skipped: counts.flatMap(({ skipped }) => skipped),
    flaky: counts.flatMap(({ flaky }) => flaky),
    failures: counts.flatMap(({ failures }) => failures),
  }
}

function missingReport(file: string): Count {
  return {
    passed: 0,
    failed: 1,
    skipped: [],
    flaky: [],
    failures: [`the test run wrote no report to ${file}`],
  }
}

const shownLines = 12

function describeFailure(name: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, shownLines)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

/** Returns null when the test run has not written the report. */
async function readReport<T extends z.ZodType>(
  file: string,
  schema: T,
): Promise<z.output<T> | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : schema.parse(JSON.parse(text))
}
