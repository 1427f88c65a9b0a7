import type {
  JSONReport,
  JSONReportError,
  JSONReportSuite,
  JSONReportTest,
} from '@playwright/test/reporter'
import { relative } from 'node:path'
import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import type { JsonTestResults } from 'vitest/node'

/**
 * Counts the tests in Vitest's JSON report. A run that failed without a failed test counts as one
 * failure.
 */
export async function vitestCount(file: string, hasSucceeded: boolean): Promise<Count> {
  const report = await readReport<JsonTestResults>(file)
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

type Journey = JSONReportTest & { readonly name: string }

/** Counts the tests in Playwright's JSON report. A flaky test counts as passed. */
export async function playwrightCount(file: string, hasSucceeded: boolean): Promise<Count> {
  const report = await readReport<JSONReport>(file)
  if (!report) return missingReport(file)
  const { stats, errors, suites } = report
  const journeys = suites.flatMap((suite) => journeysOf(suite))
  const withStatus = (wanted: string) => journeys.filter(({ status }) => status === wanted)
  const outsideJourneys = errors.map(({ message }) => describeFailure('journeys', message ?? ''))
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

function placeOf({ location }: JSONReportError): string {
  return location ? `, ${relative('.', location.file)}:${location.line}` : ''
}

/** Returns every test of a group and of its subgroups, with full names. */
function journeysOf({ title, specs, suites = [] }: JSONReportSuite, parent = ''): Journey[] {
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

export const nothing: Count = { passed: 0, failed: 0, skipped: [], flaky: [], failures: [] }

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
  return { ...nothing, failed: 1, failures: [`the test run wrote no report to ${file}`] }
}

const shownLines = 12

function describeFailure(name: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, shownLines)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

/** Returns null when the test run has not written the report. */
async function readReport<Report>(file: string): Promise<Report | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Report) // the runner has written it
}
