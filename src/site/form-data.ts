import type { Context } from 'hono'
import { hasFewParts, maxDrainedBytes, readLimited } from '../kit/limited-body.ts'
import { clientAddressIn } from '../kit/http.ts'
import { visitorPrefix } from '../kit/visitor.ts'

/** Bytes of a form without its files. */
const maxTextBytes = 64 * 1024
/** Files are in memory until their request ends, in up to eight copies. An isolate has 128 MB. */
const maxUploads = { inIsolate: 2, ofVisitor: 1 }

/** With `too-large` and `busy`, the form has its texts, but not its file. */
type FormState = 'whole' | 'too-large' | 'busy'
type ReceivedForm = { readonly form: FormData; readonly state: FormState }

/** Forms by request. A guard or the page reads a body, which can be read only once. */
const received = new WeakMap<Request, Promise<ReceivedForm>>()
/** The visitor of each request that occupies a slot. */
const uploads = new Map<Request, string>()

/**
 * Reads a form. A body that is not a form, or that takes longer than 30 s, becomes an empty form.
 */
export function receiveForm(c: Context, maxFileBytes: number): Promise<ReceivedForm> {
  const { raw } = c.req
  const known = received.get(raw) ?? receive(c, maxFileBytes)
  received.set(raw, known)
  return known
}

async function receive(c: Context, maxFileBytes: number): Promise<ReceivedForm> {
  if (maxFileBytes === 0 || !isUpload(c)) return parse(c.req.raw, maxTextBytes)
  const visitor = visitorPrefix(clientAddressIn(c.req.raw.headers))
  const ofVisitor = [...uploads.values()].filter((each) => each === visitor).length
  if (uploads.size >= maxUploads.inIsolate || ofVisitor >= maxUploads.ofVisitor)
    return { ...(await parse(c.req.raw, maxTextBytes)), state: 'busy' }
  uploads.set(c.req.raw, visitor)
  return parse(c.req.raw, maxTextBytes + maxFileBytes)
}

/** Call it when the request has been answered and its file is no longer needed. */
export function releaseUpload(c: Context): void {
  uploads.delete(c.req.raw)
}

/** Whether the body may be longer than a form without files. */
function isUpload(c: Context): boolean {
  const announced = c.req.header('Content-Length')
  return announced === undefined || Number(announced) > maxTextBytes
}

/**
 * Parses a body. Of an oversized body, it parses only the texts at the start, and drops the rest.
 * The texts of a body with a file have the same limit, because each takes CPU time.
 */
async function parse(request: Request, limit: number): Promise<ReceivedForm> {
  const type = request.headers.get('Content-Type') ?? ''
  const isTooLong = Number(request.headers.get('Content-Length') ?? 0) > limit
  const body = await readLimited(request.body, {
    limit: isTooLong ? 0 : limit,
    startBytes: maxTextBytes,
    drain: maxDrainedBytes,
  }).catch(() => null)
  const bytes = body?.bytes ?? new Uint8Array()
  const isExpected =
    bytes.length <= maxTextBytes || (type.startsWith('multipart/') && hasFewParts(bytes))
  const isWhole = body?.isWhole !== false && isExpected
  const parts = isWhole ? bytes : wholeParts(bytes.subarray(0, maxTextBytes), type)
  const form = await new Response(parts, { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => new FormData())
  if (textsOf(form).length > maxTextBytes) return { form: new FormData(), state: 'too-large' }
  return { form, state: isWhole ? 'whole' : 'too-large' }
}

function textsOf(form: FormData): string {
  return [...form.values()].filter((value) => typeof value === 'string').join('')
}

/**
 * Returns a multipart body of the complete parts in `start`, which is the beginning of a larger
 * body. These parts are the texts of a form whose file was too large. Returns null for other
 * content types.
 */
export function wholeParts(start: Uint8Array, contentType: string): Uint8Array<ArrayBuffer> | null {
  const [, quoted, plain] =
    /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return null
  // One character per byte, so that positions in the text are positions in the body.
  const text = Array.from(start, (byte) => String.fromCharCode(byte)).join('')
  const end = text.lastIndexOf(`\r\n--${boundary}`)
  if (end < 0) return null
  return Uint8Array.from(`${text.slice(0, end)}\r\n--${boundary}--\r\n`, (each) =>
    each.charCodeAt(0),
  )
}
