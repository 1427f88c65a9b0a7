import { expect, it } from 'vitest'
import { reconcileArguments } from '../money/reconcile-arguments.ts'
import { personArgument } from '../person/person-argument.ts'
import { syncArguments } from '../suppliers/sync-arguments.ts'
import { parseCommand } from './parse-command.ts'

const now = new Date('2026-11-21T10:00:00Z')

it.each([
  ['money:reconcile', (args: readonly string[]) => reconcileArguments(args, now)],
  ['person:export', personArgument],
  ['supplier:sync', syncArguments],
] as const)('%s shows its usage for --help and for an unknown option', (name, parse) => {
  const usage = new RegExp(`^Usage:\\s+npm run ${name}`, 'm')
  expect(() => parse(['--help'])).toThrow(usage)
  expect(() => parse(['--nothing'])).toThrow(usage)
  expect(() => parse(['--nothing'])).toThrow(/^Unknown option '--nothing'/)
})

it('returns the values of valid arguments', () => {
  const options = { yes: { type: 'boolean', default: false } } as const
  expect(parseCommand('Usage: npm run x', { args: ['--yes'], options }).values.yes).toBe(true)
})
