/** How much of a request that is too large is heard out, in bytes (the most that Cloudflare lets in):
 * a client that is answered before it has ended misses the answer. */
export const maxDrainedBytes = 100 * 1024 * 1024

/**
 * The bytes of a body, or null where there are more than `most`. Counts what comes, since a length need not be told and need not be true.
 * Of what is too much, `past` more bytes are read and forgotten. Rejects when the connection breaks.
 */
export async function readLimited(
  most: number,
  body: ReadableStream<Uint8Array> | null,
  past = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return new Uint8Array()
  let chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > most + past) return null
    if (length > most) chunks = []
    else chunks.push(chunk)
  }
  return length > most ? null : joined(chunks, length)
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}
