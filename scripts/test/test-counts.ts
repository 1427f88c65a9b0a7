import { readFile } from 'node:fs/promises'
import { z } from 'zod'

export type Count = { readonly passed: number; readonly failed: number }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

/**
 * Counts the tests in Vitest's JSON report. A run that failed without a failed test counts as one
 * failure.
 */
export async function vitestCount(file: string, succeeded: boolean): Promise<Count> {
  const report = await readReport(file, vitestReport)
  if (!report) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, numFailedTestSuites } = report
  const failures = [numFailedTests, Math.min(numFailedTestSuites, 1), Number(!succeeded)]
  return { passed: numPassedTests, failed: Math.max(...failures) }
}

/** Counts the tests in Playwright's JSON report. A flaky test counts as failed. */
export async function playwrightCount(file: string, succeeded: boolean): Promise<Count> {
  const report = await readReport(file, playwrightReport)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  const failures = unexpected + flaky + report.errors.length
  return { passed: expected, failed: Math.max(failures, Number(!succeeded)) }
}

export function sumOf(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  }
}

async function readReport<T extends z.ZodType>(
  file: string,
  schema: T,
): Promise<z.output<T> | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : schema.parse(JSON.parse(text))
}
