import type { z } from 'zod'
import { callSupplier } from '../supplier-call.ts'
import type { SupplierFetch } from '../supplier-call.ts'
import { SupplierError } from '../supplier-error.ts'
import { esimGo } from './esim-go-facts.ts'
import { errorMessage } from './esim-go-objects.ts'

export type EsimGoSettings = {
  /** eSIM Go also signs its webhooks with this key. */
  readonly apiKey: string
  readonly apiBase?: string
}

export type EsimGoDependencies = {
  readonly fetch: SupplierFetch
  readonly now: () => Date
}

type EsimGoRequest = {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** The path after the version, for example `/orders`. */
  readonly path: string
  readonly query?: { readonly [name: string]: string }
  readonly body?: object
  /** Treats 503 as an answer. It means "Processing - Please come back later". */
  readonly mayBeProcessing?: boolean
}

/** An answer of the API: 200 with an object, or 4xx with a message. */
type EsimGoAnswer<T> = { readonly value: T } | { readonly status: number; readonly message: string }

export type EsimGoApi = {
  /** Throws a `SupplierError`. */
  readonly call: <T>(request: EsimGoRequest, schema: z.ZodType<T>) => Promise<EsimGoAnswer<T>>
  /** Like `call`, for calls that change nothing: throws 4xx as `not-executed`. */
  readonly read: <T>(
    path: string,
    query: { readonly [name: string]: string },
    schema: z.ZodType<T>,
  ) => Promise<T>
}

export function createEsimGoApi(settings: EsimGoSettings, fetch: SupplierFetch): EsimGoApi {
  async function call<T>(request: EsimGoRequest, schema: z.ZodType<T>): Promise<EsimGoAnswer<T>> {
    const answer = await callSupplier({
      supplier: esimGo.id,
      fetch,
      request: requestOf(settings, request),
      documented: request.mayBeProcessing ? [503] : [],
    })
    if (answer.status >= 400) {
      const parsed = errorMessage.safeParse(answer.json)
      const message = parsed.success ? parsed.data.message : answer.text
      const failed = { status: answer.status, message }
      if (isKeyRefused(request, answer.status)) throw keyError(failed)
      return failed
    }
    const parsed = schema.safeParse(answer.json)
    if (parsed.success) return { value: parsed.data }
    throw new SupplierError(esimGo.id, 'unknown', 'the response has an unexpected format', {
      cause: parsed.error,
    })
  }

  return {
    call,
    read: async (path, query, schema) => {
      const answer = await call({ path, query }, schema)
      if ('value' in answer) return answer.value
      throw new SupplierError(esimGo.id, 'not-executed', `${path}: ${textOf(answer)}`)
    },
  }
}

/** 403 can also mean that the eSIM in the path is in another account. */
function isKeyRefused({ path }: EsimGoRequest, status: number): boolean {
  return status === 401 || (status === 403 && !path.startsWith('/esims'))
}

function keyError(answer: { status: number; message: string }): SupplierError {
  const message = `${textOf(answer)}. Check ESIM_GO_API_KEY.`
  return new SupplierError(esimGo.id, 'not-executed', message, { isKeyRefused: true })
}

function requestOf(
  { apiKey, apiBase = 'https://api.esim-go.com/v2.5' }: EsimGoSettings,
  { method = 'GET', path, query = {}, body }: EsimGoRequest,
): Request {
  const search = new URLSearchParams(query).toString()
  const url = `${apiBase}${path}${search === '' ? '' : `?${search}`}`
  const headers = { 'X-API-Key': apiKey, Accept: 'application/json' }
  if (body === undefined) return new Request(url, { method, headers })
  return new Request(url, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function textOf({ status, message }: { status: number; message: string }): string {
  return `${status} ${message}`.trim()
}
