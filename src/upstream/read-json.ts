import { failure } from './answer.ts'
import type { Answer } from './answer.ts'

const maxBytes = 1024 * 1024

/** The JSON of a body of at most 1 MB; anything longer, or anything else, is a failure. Rejects when the connection breaks. */
export async function readJson(response: Response): Promise<Answer<unknown>> {
  const bytes = await readCapped(response.body)
  if (bytes === null) return failure(502)
  try {
    return { ok: true, value: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    return failure(502)
  }
}

async function readCapped(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}
