import { awaitInTime } from '../kit/deadlines.ts'

/** What is known about a page only after its last byte. */
export type PageEnd = {
  /** Whether the page has all of its content, so that it may be stored. */
  readonly isComplete: boolean
  /** The value of the header of unmet demand, or null. */
  readonly demand: string | null
}

/** Ends of the pages that are sent while they are rendered, by request. */
export const pageEnds = new WeakMap<Request, Promise<PageEnd>>()

type PagePart = { readonly bytes: Uint8Array; readonly next: PageParts }

/** The parts of a body so far, which any number of visitors can read. Null is the end. */
export type PageParts = Promise<PagePart | null>

/** Reads a body to its end, even if no visitor waits for it any more. */
export async function readParts(body: ReadableStream<Uint8Array> | null): PageParts {
  return body && readNext(body.getReader())
}

async function readNext(reader: ReadableStreamDefaultReader<Uint8Array>): PageParts {
  const { done, value } = await reader.read()
  if (done) return null
  const next = readNext(reader)
  // A visitor reads it later, or never.
  next.catch(() => undefined)
  return { bytes: value, next }
}

export async function wholeOf(parts: PageParts): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array<ArrayBuffer>[] = []
  for (let part = await parts; part !== null; part = await part.next)
    all.push(new Uint8Array(part.bytes))
  return new Uint8Array(await new Blob(all).arrayBuffer())
}

/**
 * Sends the parts to one visitor.
 * @param timeout milliseconds to wait for a part, because the request that renders the page may
 * have ended
 */
export function streamOf(parts: PageParts, timeout: number): ReadableStream<Uint8Array> {
  let next = parts
  return new ReadableStream({
    async pull(controller) {
      const part = await awaitInTime(next, timeout)
      if (part === undefined) throw new Error('the rest of the page did not arrive')
      if (part === null) return controller.close()
      next = part.next
      controller.enqueue(part.bytes)
    },
  })
}
