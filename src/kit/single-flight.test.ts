import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SingleFlight } from './single-flight.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Answer = { readonly name: string }
const [first, second] = [{ name: 'first' }, { name: 'second' }]
const endless = async () => new Promise<Answer>(() => undefined)
const create = () => new SingleFlight<Answer>({ timeout: 5000, now: Date.now })

it('gives the result of running work to the requests that join it', async () => {
  const flights = create()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const started = flights.start('a', () => promise)
  const joined = [flights.join('a'), flights.join('a')]
  resolve(first)
  expect(await Promise.all([started, ...joined])).toEqual([first, first, first])
})

it('runs the work of each key separately', async () => {
  const flights = create()
  void flights.start('a', endless)
  expect([flights.isRunning('a'), flights.isRunning('b')]).toEqual([true, false])
  expect(flights.join('b')).toBeNull()
})

it('has no running work after the work has ended', async () => {
  const flights = create()
  await flights.start('a', async () => first)
  expect(flights.join('a')).toBeNull()
})

it('gives a failure to all requests, and has no running work afterwards', async () => {
  const flights = create()
  const { promise, reject } = Promise.withResolvers<Answer>()
  const started = flights.start('a', () => promise)
  const joined = flights.join('a')
  reject(new Error('failed'))
  await expect(started).rejects.toThrow('failed')
  await expect(joined).rejects.toThrow('failed')
  expect(flights.isRunning('a')).toBe(false)
})

it('stops waiting five seconds after the start of work that never ends', async () => {
  const flights = create()
  void flights.start('a', endless)
  await vi.advanceTimersByTimeAsync(1000)
  const joined = flights.join('a')
  await vi.advanceTimersByTimeAsync(3999)
  expect(flights.isRunning('a')).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(await joined).toBeUndefined()
  expect(flights.join('a')).toBeNull()
})

it('keeps newer work of a key when older work ends late', async () => {
  const flights = create()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const older = flights.start('a', () => promise)
  await vi.advanceTimersByTimeAsync(5000)
  const newer = Promise.withResolvers<Answer>()
  void flights.start('a', () => newer.promise)
  resolve(first)
  expect(await older).toEqual(first)
  const joined = flights.join('a')
  newer.resolve(second)
  expect(await joined).toEqual(second)
})

it('starts work once for all requests that waited for work that never ends', async () => {
  const flights = create()
  const after = async (milliseconds: number) =>
    new Promise<Answer>((resolve) => setTimeout(() => resolve(second), milliseconds))
  let starts = 0
  const load = async () => {
    starts += 1
    return starts === 1 ? endless() : after(10)
  }
  const get = async (): Promise<Answer> => {
    const running = flights.join('a')
    return running === null ? flights.start('a', load) : ((await running) ?? get())
  }
  void get()
  const waiting = [get(), get(), get()]
  await vi.advanceTimersByTimeAsync(5010)
  expect(await Promise.all(waiting)).toEqual([second, second, second])
  expect(starts).toBe(2)
})
