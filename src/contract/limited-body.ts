/**
 * Bytes of an oversized body to drain before answering 413: a client that gets the answer while it
 * still sends may miss it. Cloudflare accepts bodies of up to 100 MB.
 */
export const maxDrainedBytes = 100 * 1024 * 1024

/**
 * Reads a body of at most `limit` bytes; returns null when there are more. Counts the bytes that
 * arrive, because Content-Length may be missing or wrong. Drains up to `drain` bytes past the
 * limit. Rejects when the connection breaks.
 */
export async function readLimited(
  limit: number,
  body: ReadableStream<Uint8Array> | null,
  drain = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return new Uint8Array()
  let chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > limit + drain) return null
    if (length > limit) chunks = []
    else chunks.push(chunk)
  }
  return length > limit ? null : concatenate(chunks, length)
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}
