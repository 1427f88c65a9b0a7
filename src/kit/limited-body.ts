/**
 * Bytes of an oversized body to drain before answering 413. A client that is still sending may miss
 * an answer. Cloudflare accepts bodies of up to 100 MB.
 */
export const maxDrainedBytes = 100 * 1024 * 1024

/**
 * Bodies that an isolate drains at a time. Each occupies about 1.5 MB of workerd until it ends,
 * although its bytes are dropped. The isolate answers further bodies at once.
 */
const maxDraining = 16
let draining = 0

/** Milliseconds within which a body must arrive, because a stalled upload occupies memory. */
const readTimeout = 30_000

export type LimitedBody = {
  /** The whole body, or its first `startBytes` when it is larger than the limit. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isWhole: boolean
}

type Limits = {
  /** Bytes of the largest body that is read completely. */
  readonly limit: number
  /** Bytes of a larger body to return. */
  readonly startBytes?: number
  /** Bytes beyond the limit to read and discard. */
  readonly drain?: number
}

/**
 * Reads a body. Counts the bytes that arrive, because Content-Length may be missing or wrong.
 * Rejects when the connection breaks and when the body has not arrived after 30 s.
 */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  { limit, startBytes = 0, drain = 0 }: Limits,
): Promise<LimitedBody> {
  if (body === null) return { bytes: new Uint8Array(), isWhole: true }
  const chunks: Uint8Array[] = []
  let length = 0
  const arriving = chunksInTime(body)
  for await (const chunk of arriving) {
    chunks.push(ownBytes(chunk))
    length += chunk.byteLength
    if (length <= limit) continue
    const bytes = startOf(chunks.splice(0), startBytes)
    await drainBody(arriving, limit + drain - length)
    return { bytes, isWhole: false }
  }
  return { bytes: startOf(chunks, Infinity), isWhole: true }
}

/** Parts of a multipart body. workerd takes 10 µs of CPU time for each, and code adds as much. */
const mostParts = 1000

/** Whether a multipart body has few parts. Lines that start like a boundary count, too. */
export function hasFewParts(bytes: Uint8Array): boolean {
  let parts = 0
  for (let index = 0; index < bytes.length && parts <= mostParts; index += 1)
    if (bytes[index] === 10 && bytes[index + 1] === 45 && bytes[index + 2] === 45) parts += 1
  return parts <= mostParts
}

/** Reads and drops up to `most` more bytes. */
async function drainBody(chunks: AsyncIterable<Uint8Array>, most: number): Promise<void> {
  if (most <= 0 || draining >= maxDraining) return
  draining += 1
  let length = 0
  try {
    for await (const chunk of chunks) {
      length += chunk.byteLength
      if (length > most) return
    }
  } finally {
    draining -= 1
  }
}

async function* chunksInTime(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader.cancel().catch(() => undefined)
  }, readTimeout)
  try {
    for (;;) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- a stream
      const { done, value } = await reader.read()
      if (isLate) throw new DOMException('The body did not arrive in time', 'TimeoutError')
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(timer)
    void reader.cancel().catch(() => undefined)
  }
}

/**
 * A view of a few bytes would keep its whole buffer in memory, in workerd 4 kB for each packet of
 * one byte. Copies such a view.
 */
function ownBytes(chunk: Uint8Array): Uint8Array {
  return chunk.byteLength < chunk.buffer.byteLength ? chunk.slice() : chunk
}

/** Returns the first bytes of chunks as one array. */
function startOf(chunks: readonly Uint8Array[], most: number): Uint8Array<ArrayBuffer> {
  const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const start = new Uint8Array(Math.min(length, most))
  let offset = 0
  for (const chunk of chunks) {
    const part = chunk.subarray(0, start.byteLength - offset)
    start.set(part, offset)
    offset += part.byteLength
  }
  return start
}
