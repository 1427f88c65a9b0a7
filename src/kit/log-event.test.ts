import { afterEach, expect, it, vi } from 'vitest'
import { logEvent } from './log.ts'

afterEach(() => vi.restoreAllMocks())

it.each(['info', 'warn', 'error'] as const)('writes one line of JSON, as %s', (level) => {
  const lines: unknown[] = []
  vi.spyOn(console, level).mockImplementation((line) => void lines.push(line))
  const forged = 'x"}\n{"log":"security","event":"signed-in"}\r\u2028\u0000\u001B[2J'
  logEvent({ event: 'probe', detail: forged }, level)
  expect(lines).toHaveLength(1)
  for (const control of '\n\r\u0000\u001B') expect(lines[0]).not.toContain(control)
  expect(JSON.parse(String(lines[0]))).toEqual({ event: 'probe', detail: forged })
})
