import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playwrightCount, sumOf, vitestCount } from './test-counts.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'))
})
afterAll(async () => rm(folder, { recursive: true }))

async function store(report: unknown): Promise<string> {
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(report))
  return file
}

describe('the count of a Vitest report', () => {
  const test = { fullName: 'sells once', status: 'passed', failureMessages: [] }
  const file = { name: 'test/a.test.ts', status: 'passed', message: '', assertionResults: [test] }
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    numFailedTestSuites: 0,
    testResults: [file],
  }

  it('names failed tests with their messages', async () => {
    const failed = { ...test, status: 'failed', failureMessages: ['expected 1 to be 2\n  at b.ts'] }
    const change = { status: 'failed', assertionResults: [test, failed] }
    const path = await store({
      ...report,
      numFailedTests: 1,
      numFailedTestSuites: 1,
      testResults: [{ ...file, ...change }],
    })
    expect(await vitestCount(path, false)).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      flaky: [],
      failures: ['test/a.test.ts > sells once\n    expected 1 to be 2\n      at b.ts'],
    })
  })

  it('names a file that cannot be loaded', async () => {
    const broken = { ...file, status: 'failed', message: 'no such module', assertionResults: [] }
    const path = await store({
      ...report,
      numPassedTests: 0,
      numFailedTestSuites: 1,
      testResults: [broken],
    })
    const { failed, failures } = await vitestCount(path, false)
    expect([failed, failures]).toEqual([1, ['test/a.test.ts\n    no such module']])
  })

  it('is one failure when the run failed without a failed test, or wrote no report', async () => {
    expect((await vitestCount(await store(report), false)).failed).toBe(1)
    expect((await vitestCount(join(folder, 'none.json'), true)).failed).toBe(1)
  })
})

describe('the count of a Playwright report', () => {
  const journey = (title: string, status: string, attempts: readonly object[][]) => ({
    title,
    tests: [{ status, results: attempts.map((errors) => ({ errors })) }],
  })
  const timeout = { message: 'Test timeout of 60000ms exceeded.' }
  const click = { message: 'page.click: closed', location: { file: resolve('a.ts'), line: 7 } }

  it('names failed, flaky and skipped journeys of nested groups', async () => {
    const reason = { type: 'skip', description: 'no WebKit' }
    const skipped = {
      title: 'waits',
      tests: [{ status: 'skipped', results: [], annotations: [reason] }],
    }
    const path = await store({
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      errors: [],
      suites: [
        {
          title: 'purchase.test.ts',
          specs: [journey('opens', 'expected', [[]]), skipped],
          suites: [
            {
              title: 'in ru',
              specs: [
                journey('buys', 'unexpected', [[timeout, click], [timeout]]),
                journey('pays', 'flaky', [[{ message: 'too late' }], []]),
              ],
            },
          ],
        },
      ],
    })
    expect(await playwrightCount(path, false)).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['purchase.test.ts > waits: no WebKit'],
      flaky: ['purchase.test.ts > in ru > pays\n  attempt 1\n    too late'],
      failures: [
        [
          'purchase.test.ts > in ru > buys',
          '  attempt 1',
          '    Test timeout of 60000ms exceeded.',
          '  attempt 1, a.ts:7',
          '    page.click: closed',
          '  attempt 2',
          '    Test timeout of 60000ms exceeded.',
        ].join('\n'),
      ],
    })
  })
})

it('the sum of counts contains every name', () => {
  const one = { passed: 2, failed: 1, skipped: ['b'], flaky: ['c'], failures: ['a'] }
  expect(sumOf([one, one])).toEqual({
    passed: 4,
    failed: 2,
    skipped: ['b', 'b'],
    flaky: ['c', 'c'],
    failures: ['a', 'a'],
  })
})
