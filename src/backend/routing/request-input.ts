import type { Context } from 'hono'
import { maxDrainedBytes, readLimited } from '../../contract/limited-body.ts'
import { maxPayloadBytes } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { refusalStatus } from '../../contract/refusals.ts'
import { err, ok } from '../../domain/result.ts'
import type { Err } from '../../domain/result.ts'
import type { BackendEnv, UploadedFiles } from '../context.ts'
import { refuse } from '../operation-result.ts'
import type { OperationResult, Refusal } from '../operation-result.ts'
import { parseJson } from './parse-json.ts'

type RequestInput = { readonly payload: unknown; readonly files: UploadedFiles }

/** Reads a request's input without validating it: query, JSON body, or the parts of a multipart body. */
export async function readInput(
  c: Context<BackendEnv>,
  { method, files }: Pick<Endpoint, 'method' | 'files'>,
): Promise<OperationResult<RequestInput>> {
  if (method === 'GET') return ok({ payload: c.req.query(), files: {} })
  if (c.req.header('Content-Type')?.startsWith('multipart/form-data')) return readParts(c, files)
  const { words } = c.var.context
  const body = await bodyOf(c.req.raw, maxPayloadBytes)
  if (body === null) return refuse('too-large', words('api.tooLarge'))
  const payload = parseJson(new TextDecoder().decode(body))
  if (payload === undefined) return refuse('malformed', words('api.malformed'))
  return ok({ payload, files: {} })
}

async function readParts(
  c: Context<BackendEnv>,
  limits: Endpoint['files'],
): Promise<OperationResult<RequestInput>> {
  const { words } = c.var.context
  const tooLarge = (names: readonly string[]): Err<Refusal> =>
    err({
      code: 'too-large',
      status: refusalStatus['too-large'],
      message: words('api.tooLarge'),
      fields: Object.fromEntries(names.map((name) => [name, [words('api.fileTooLarge')]])),
    })
  const fileBytes = Object.values(limits).reduce((sum, bytes) => sum + bytes, 0)
  const body = await bodyOf(c.req.raw, maxPayloadBytes + fileBytes)
  if (body === null) return tooLarge(Object.keys(limits))
  const headers = { 'Content-Type': c.req.header('Content-Type') ?? '' }
  const form = await new Response(body, { headers }).formData().catch(() => null)
  const payload = parseJson(form?.get('payload'))
  if (!form || payload === undefined) return refuse('malformed', words('api.malformed'))

  const files: Record<string, File> = {}
  for (const [name, limit] of Object.entries(limits)) {
    const file = form.get(name)
    if (!(file instanceof File) || file.size === 0) continue
    if (file.size > limit) return tooLarge([name])
    files[name] = file
  }
  return ok({ payload, files })
}

/** The bytes of a body; null when there are more than `limit`. A broken connection gives no bytes. */
export async function bodyOf(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return null
  return readLimited(limit, request.body, maxDrainedBytes).catch(() => new Uint8Array())
}
