import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { maxPayloadBytes } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { maxDrainedBytes, readLimited } from '../kit/limited-body.ts'
import { refusalStatus } from './refusals.ts'
import { fileSizeText } from '../words/formats.shared.ts'
import type { BackendEnv } from '../context.ts'
import { refusalResponse } from './responses.ts'

/**
 * Reads a body within its size limits before it is parsed. Answers 413 to a larger body. Validators
 * always get JSON. For a multipart body, the JSON is the part `payload`, and the files are in
 * `c.var.files`.
 */
export function requestBody(limits: Endpoint['files'] = {}) {
  return createMiddleware<BackendEnv>(async (c, next) => {
    const type = c.req.header('Content-Type') ?? ''
    const isMultipart = type.startsWith('multipart/form-data')
    const fileBytes = Object.values(limits).reduce((sum, bytes) => sum + bytes, 0)
    const body = await readBody(c.req.raw, maxPayloadBytes + (isMultipart ? fileBytes : 0))
    if (body === null) return refuseTooLarge(c, isMultipart ? limits : {})
    if (!isMultipart) {
      c.req.raw = withJson(c.req.raw, body)
      return next()
    }
    const headers = { 'Content-Type': type }
    const form = await new Response(body, { headers }).formData().catch(() => new FormData())
    const files: { [name: string]: File } = {}
    for (const [name, limit] of Object.entries(limits)) {
      const file = form.get(name)
      if (!(file instanceof File) || file.size === 0) continue
      if (file.size > limit) return refuseTooLarge(c, { [name]: limit })
      files[name] = file
    }
    c.set('files', files)
    const payload = form.get('payload')
    c.req.raw = withJson(c.req.raw, typeof payload === 'string' ? payload : '')
    return next()
  })
}

async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return null
  const body = await readLimited(request.body, { limit, drain: maxDrainedBytes }).catch(() => null)
  if (body === null) return new Uint8Array()
  return body.isWhole ? body.bytes : null
}

/** The refusal lists each file with its size limit. */
function refuseTooLarge(c: Context<BackendEnv>, limits: Endpoint['files']): Response {
  const { context } = c.var
  const { words } = context
  const fields = Object.entries(limits).map(([name, limit]): [string, string[]] => {
    const size = fileSizeText(context, limit)
    return [name, [words('api.fileTooLarge', { size })]]
  })
  return refusalResponse(c, {
    code: 'too-large',
    status: refusalStatus['too-large'],
    message: words('api.tooLarge'),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  })
}

function withJson({ url, method, headers }: Request, body: BodyInit): Request {
  const jsonHeaders = new Headers(headers)
  jsonHeaders.set('Content-Type', 'application/json')
  return new Request(url, { method, headers: jsonHeaders, body })
}
