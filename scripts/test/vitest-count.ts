import { relative } from 'node:path'
import { z } from 'zod'
import { describeFailure, missingReport, readReport } from './test-counts.ts'
import type { Count } from './test-counts.ts'

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
