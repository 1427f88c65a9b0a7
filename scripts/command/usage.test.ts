import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it.each([
  ['scripts/bench/lighthouse.ts', 'npm run bench:lighthouse '],
  ['scripts/bench/million-plans.ts', 'npm run bench:catalogue '],
  ['scripts/test/load.ts', 'npm run test:load '],
  ['scripts/test/run-tests.ts', 'npm test '],
  ['test/servers/airalo.ts', 'node test/servers/airalo.ts '],
  ['test/servers/serve-access.ts', 'node test/servers/serve-access.ts '],
])('%s shows its usage without a stack', async (file, name) => {
  const output = await outputOf(file, '--help')
  expect(output.startsWith(`Usage: ${name}`)).toBe(true)
  expect(output).not.toContain('\n    at ')
})

/** Returns what a command that fails prints. */
async function outputOf(file: string, flag: string): Promise<string> {
  const run = promisify(execFile)(process.execPath, [file, flag])
  const { stderr } = await run.then(
    () => ({ stderr: 'The command succeeded.' }),
    (error: { stderr: string }) => error,
  )
  return stderr
}
