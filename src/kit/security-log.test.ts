import { afterEach, expect, it, vi } from 'vitest'
import { logEvent, logSecurity, type SecurityEvent } from './log.ts'

afterEach(() => vi.restoreAllMocks())

it.each<[level: 'info' | 'warn' | 'error', entry: SecurityEvent]>([
  ['info', { event: 'password-changed' }],
  ['info', { event: 'sessions-ended', account: 'referrer' }],
  ['info', { event: 'withdrawal-requested', transactionID: 'id' }],
  ['warn', { event: 'sign-in-failed', by: 'code' }],
  ['warn', { event: 'limit-reached', action: 'code-to-recipient' }],
  ['warn', { event: 'foreign-origin', route: '/' }],
  ['error', { event: 'bad-signature', path: '/' }],
])('writes at level %s: %j', (level, entry) => {
  const levels = ['info', 'warn', 'error'] as const
  const spies = levels.map((each) => vi.spyOn(console, each).mockReturnValue())
  logSecurity(entry)
  expect(spies.map(({ mock }) => mock.calls.length)).toEqual(
    levels.map((each) => (each === level ? 1 : 0)),
  )
  expect(spies[levels.indexOf(level)]).toHaveBeenCalledWith(
    JSON.stringify({ log: 'security', ...entry }),
  )
})

it('writes other events as errors', () => {
  const write = vi.spyOn(console, 'error').mockReturnValue()
  logEvent({ event: 'unexpected-error' })
  expect(write).toHaveBeenCalledWith('{"event":"unexpected-error"}')
})
