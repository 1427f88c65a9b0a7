import { relative } from 'node:path'
import { z } from 'zod'
import { describeFailure, missingReport, readReport } from './test-counts.ts'
import type { Count } from './test-counts.ts'

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
