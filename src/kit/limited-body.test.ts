import { afterEach, expect, it, vi } from 'vitest'
import { readLimited } from './limited-body.ts'

afterEach(() => vi.useRealTimers())

const bytes = (count: number) => new Uint8Array(count).fill(1)
function streamOf(...chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

it.each([
  [[3, 4], true, 7],
  [[10], true, 10],
  [[4, 6, 1], false, 5],
  [[11], false, 5],
  [[2, 9], false, 5],
  [[2, 1, 100], false, 5],
])('reads chunks of %j bytes with a limit of 10', async (sizes, isWhole, length) => {
  const body = await readLimited(streamOf(...sizes.map(bytes)), {
    limit: 10,
    startBytes: 5,
    drain: 20,
  })
  expect([body.isWhole, body.bytes.byteLength]).toEqual([isWhole, length])
})

it('copies a chunk that is smaller than its buffer', async () => {
  const buffer = bytes(4096)
  let sent = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    buffer[0] = sent
    sent += 1
    if (sent > 5) controller.close()
    else controller.enqueue(buffer.subarray(0, 1))
  }
  // Reads one chunk at a time.
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const read = await readLimited(body, { limit: 10 })
  expect([...read.bytes]).toEqual([0, 1, 2, 3, 4])
})

it('returns an empty body for a request without a body', async () => {
  expect(await readLimited(null, { limit: 1 })).toEqual({ bytes: new Uint8Array(), isWhole: true })
})

it('cancels a stalled body after 30 s', async () => {
  vi.useFakeTimers()
  const cancelled = vi.fn<() => void>()
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes(1)),
    cancel: cancelled,
  })
  const reading = readLimited(stalled, { limit: 10 }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await reading).toMatchObject({ name: 'TimeoutError' })
  expect(cancelled).toHaveBeenCalledOnce()
})
