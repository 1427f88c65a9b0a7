import type { Context } from 'hono'
import { maxDrainedBytes, readLimited } from '../../contract/limited-body.ts'
import { maxPayloadBytes } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { BackendEnv, Refused } from '../context.ts'
import { parseJson } from './parse-json.ts'

/** Files of a multipart call by name. */
export type Files = { readonly [name: string]: File }

type Sent = { readonly payload: unknown; readonly files: Files }

/** What a call was sent, not checked yet: the query of a GET, the JSON of a POST, the parts of a multipart one. */
export async function readInput(
  c: Context<BackendEnv>,
  { method, files }: Pick<Endpoint, 'method' | 'files'>,
): Promise<Sent | Refused> {
  if (method === 'GET') return { payload: c.req.query(), files: {} }
  if (c.req.header('Content-Type')?.startsWith('multipart/form-data')) return readParts(c, files)
  const { words } = c.var.call
  const body = await bodyOf(c.req.raw, maxPayloadBytes)
  if (body === null) return { ok: false, status: 413, error: words('api.tooLarge') }
  const payload = parseJson(new TextDecoder().decode(body))
  if (payload === undefined) return { ok: false, status: 422, error: words('api.malformed') }
  return { payload, files: {} }
}

async function readParts(
  c: Context<BackendEnv>,
  files: Endpoint['files'],
): Promise<Sent | Refused> {
  const { words } = c.var.call
  const tooLarge = (names: readonly string[]): Refused => ({
    ok: false,
    status: 413,
    error: words('api.tooLarge'),
    errors: Object.fromEntries(names.map((name) => [name, [words('api.fileTooLarge')]])),
  })
  const fileBytes = Object.values(files).reduce((sum, bytes) => sum + bytes, 0)
  const body = await bodyOf(c.req.raw, maxPayloadBytes + fileBytes)
  if (body === null) return tooLarge(Object.keys(files))
  const headers = { 'Content-Type': c.req.header('Content-Type') ?? '' }
  const form = await new Response(body, { headers }).formData().catch(() => null)
  const payload = parseJson(form?.get('payload'))
  if (!form || payload === undefined)
    return { ok: false, status: 422, error: words('api.malformed') }

  const sent: Record<string, File> = {}
  for (const [name, bytes] of Object.entries(files)) {
    const file = form.get(name)
    if (!(file instanceof File) || file.size === 0) continue
    if (file.size > bytes) return tooLarge([name])
    sent[name] = file
  }
  return { payload, files: sent }
}

/** null: longer than that. What says so itself is not begun; what breaks off has nothing in it. */
export async function bodyOf(
  request: Request,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > most) return null
  return readLimited(most, request.body, maxDrainedBytes).catch(() => new Uint8Array())
}
