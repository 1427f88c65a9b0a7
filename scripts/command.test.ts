import { expect, it } from 'vitest'
import { parseCommand } from './command.ts'
import { runScript } from './test/run-script.ts'

it.each([
  ['scripts/bench/bench.ts', 'npm run bench '],
  ['scripts/generate.ts', 'npm run generate '],
  ['scripts/shop/shop.ts', 'npm run shop '],
  ['scripts/start/serve.ts', 'npm start '],
  ['scripts/test/load.ts', 'npm run test:load '],
  ['scripts/test/run-tests.ts', 'npm test '],
  ['test/servers/airalo.ts', 'node test/servers/airalo.ts '],
  ['test/servers/serve-access.ts', 'node test/servers/serve-access.ts '],
])('%s prints its usage for --help, and succeeds', async (file, name) => {
  const { code, stdout, stderr } = await runScript(file, '--help')
  expect(stdout).toMatch(/^Usage:\s/)
  expect(stdout.replace(/^Usage:\s+/, '').startsWith(name)).toBe(true)
  expect([code, stderr]).toEqual([0, ''])
})

it('fails without a stack for a wrong argument', async () => {
  const { code, stdout, stderr } = await runScript('scripts/shop/shop.ts', 'doctor', '--nothing')
  expect(stderr).toMatch(/^Unknown option '--nothing'.*\nUsage: /)
  expect(stderr).not.toContain('\n    at ')
  expect([code, stdout]).toEqual([1, ''])
})

it('returns the values of valid arguments', () => {
  const options = { yes: { type: 'boolean', default: false } } as const
  expect(parseCommand('Usage: npm run x', { args: ['--yes'], options }).values.yes).toBe(true)
})
