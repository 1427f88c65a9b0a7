import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import {
  maxPayloadBytes,
  refusalStatus,
  clientAddressHeader,
  clientCountryHeader,
  storefrontKeyHeader,
} from './operation.ts'
import type { Operation } from './operation.ts'
import { refuse, refusalResponse, type OperationResult, type Refusal } from './operation-result.ts'
import type { BackendContext, BackendEnv, OperationRequest } from '../context.ts'
import { hasFewParts, maxDrainedBytes, readLimited } from '../kit/limited-body.ts'
import { ok } from '../kit/result.shared.ts'
import { fileSizeText } from '../words/formats.shared.ts'
import type { BackendConfig } from '../settings.ts'
import { clientAddressIn, clientCountryIn } from '../kit/http.ts'
import { countryCode } from './common.ts'
import { equalInConstantTime } from '../kit/crypto.ts'

export type GivenInput = { readonly input: unknown; readonly files: OperationRequest['files'] }

/**
 * Reads the input of a POST within its size limits. A multipart body has its JSON in the part
 * `payload`, and a part for each file.
 */
export async function readInput(
  context: BackendContext,
  request: Request,
  limits: Operation['files'],
): Promise<OperationResult<GivenInput>> {
  const type = request.headers.get('Content-Type') ?? ''
  const isMultipart = type.startsWith('multipart/form-data')
  const fileBytes = isMultipart ? Object.values(limits).reduce((sum, bytes) => sum + bytes, 0) : 0
  const body = await readBody(request, maxPayloadBytes + fileBytes)
  if (body === null || (isMultipart && !hasFewParts(body)))
    return { ok: false, error: tooLarge(context, isMultipart ? limits : {}) }
  if (!isMultipart) return parseJson(context, new TextDecoder().decode(body), {})
  const headers = { 'Content-Type': type }
  const form = await new Response(body, { headers }).formData().catch(() => new FormData())
  const files: { [name: string]: File } = {}
  for (const name of Object.keys(limits)) {
    const file = form.get(name)
    if (file instanceof File && file.size > 0) files[name] = file
  }
  const payload = form.get('payload')
  return parseJson(context, typeof payload === 'string' ? payload : '', files)
}

function parseJson(
  { words }: BackendContext,
  text: string,
  files: GivenInput['files'],
): OperationResult<GivenInput> {
  try {
    return ok({ input: JSON.parse(text), files })
  } catch {
    return refuse('malformed', words('api.malformed'))
  }
}

/** Reads the body of a webhook before its handlers. Answers 413 to a larger body. */
export function limitBody() {
  return createMiddleware<BackendEnv>(async (c, next) => {
    const body = await readBody(c.req.raw, maxPayloadBytes)
    if (body === null) return refusalResponse(c, tooLarge(c.var.context, {}))
    const { url, method } = c.req.raw
    const headers = new Headers(c.req.raw.headers)
    headers.set('Content-Type', 'application/json')
    c.req.raw = new Request(url, { method, headers, body })
    return next()
  })
}

async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const body = await readLimited(request.body, { limit, drain: maxDrainedBytes }).catch(() => null)
  if (body === null) return new Uint8Array()
  return body.isWhole ? body.bytes : null
}

/** The refusal lists each file with its size limit. */
export function tooLarge(context: BackendContext, limits: Operation['files']): Refusal {
  const { words } = context
  const fields = Object.entries(limits).map(([name, limit]): [string, string[]] => {
    const size = fileSizeText(context, limit)
    return [name, [words('api.fileTooLarge', { size })]]
  })
  return {
    code: 'too-large',
    status: refusalStatus['too-large'],
    message: words('api.tooLarge'),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  }
}

/**
 * Returns the IP address that rate limits count, or '' when it is unknown. Only the storefront may
 * report a visitor's address. Other callers are counted by their own address, because they could
 * report a false address.
 */
export function clientAddressOf(
  c: Context<BackendEnv>,
  { STOREFRONT_KEY }: Pick<BackendConfig, 'STOREFRONT_KEY'>,
): string {
  const reported = isStorefront(c, STOREFRONT_KEY) ? c.req.header(clientAddressHeader) : undefined
  return reported ?? clientAddressIn(c.req.raw.headers)
}

/** Returns the country of the visitor's network, as `clientAddressOf` its address. */
export function clientCountryOf(
  c: Context<BackendEnv>,
  { STOREFRONT_KEY }: Pick<BackendConfig, 'STOREFRONT_KEY'>,
): string | null {
  if (!isStorefront(c, STOREFRONT_KEY)) return clientCountryIn(c.req.raw)
  return countryCode.safeParse(c.req.header(clientCountryHeader)).data ?? null
}

function isStorefront(c: Context<BackendEnv>, expected: string | null): boolean {
  const key = c.req.header(storefrontKeyHeader) ?? ''
  return expected !== null && equalInConstantTime(key, expected)
}
