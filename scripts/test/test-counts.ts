import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import type { z } from 'zod'

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

export function missingReport(file: string): Count {
  return {
    passed: 0,
    failed: 1,
    skipped: [],
    flaky: [],
    failures: [`the test run wrote no report to ${file}`],
  }
}

const shownLines = 12

export function describeFailure(name: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, shownLines)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

/** Returns null when the test run has not written the report. */
export async function readReport<T extends z.ZodType>(
  file: string,
  schema: T,
): Promise<z.output<T> | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : schema.parse(JSON.parse(text))
}
