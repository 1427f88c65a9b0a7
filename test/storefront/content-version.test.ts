import { afterEach, expect, it, vi } from 'vitest'
import { ContentVersion } from '../../src/site/content-version.ts'

afterEach(() => vi.useRealTimers())

it('returns no version after three seconds when the read does not end', async () => {
  vi.useFakeTimers()
  const version = new ContentVersion(Date.now)
  const pending: Promise<unknown>[] = []
  const read = async () => new Promise<string>(() => undefined)
  const current = version.current({ read, waitUntil: (work) => pending.push(work) })
  await vi.advanceTimersByTimeAsync(3000)
  expect(await current).toBeNull()
})

it('returns no version after three seconds when the request that reads the version has ended', async () => {
  vi.useFakeTimers()
  const version = new ContentVersion(Date.now)
  const source = {
    read: async () => new Promise<string>(() => undefined),
    waitUntil: () => undefined,
  }
  void version.current(source)
  // The timers of a request end with the request.
  vi.clearAllTimers()
  await vi.advanceTimersByTimeAsync(1000)
  const joined = version.current(source)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await joined).toBeNull()
})
