import type { Context } from 'hono'
import { awaitInTime } from '../kit/deadlines.ts'
import { cacheControl } from '../kit/http.ts'

export type WorkerContext = Context['executionCtx']

/** A header of stored pages, which visitors do not get. */
export const demandHeader = 'X-Unmet-Demand'

/** What is known about a page only after its last byte. */
export type PageEnd = {
  /** Whether the page has all of its content, so that it may be stored. */
  readonly isComplete: boolean
  /** The value of the header of unmet demand, or null. */
  readonly demand: string | null
}

/** Ends of the pages that are sent while they are rendered, by request. */
export const pageEnds = new WeakMap<Request, Promise<PageEnd>>()

/**
 * Passes the unmet demand of a page to `count`: of a stored page from its header, and of another
 * page at its end. Browsers must not store a page before its end is known.
 */
export function atPageEnd(
  request: Request,
  response: Response,
  context: WorkerContext,
  count: (demand: string) => Promise<void>,
): Response {
  const { headers } = response
  const [end, stored] = [pageEnds.get(request), headers.get(demandHeader)]
  const countDemand = async () => {
    const demand = end ? (await end).demand : stored
    if (demand !== null && request.method !== 'HEAD' && !isRobot(request)) await count(demand)
  }
  if (end || stored !== null) context.waitUntil(countDemand())
  if (end && headers.get('Cache-Control')?.startsWith('public'))
    headers.set('Cache-Control', cacheControl.streamed)
  if (stored !== null) headers.delete(demandHeader)
  return response
}

/** Search engines open the page of every country. */
function isRobot({ headers }: Request): boolean {
  return /bot|crawl|spider|slurp|preview|headless/i.test(headers.get('User-Agent') ?? '')
}

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
