import { bearer } from '../contract/bearer.ts'
import type { Session } from '../contract/common.ts'
import { clientAddressHeader, storefrontKeyHeader } from '../contract/endpoint.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Locale } from '../locale/locales.ts'
import { idempotencyHeader } from './retry.ts'

export type RequestSettings = {
  /** `https://api.example`, without a path. */
  readonly origin: string
  readonly locale: Locale
  readonly requestId: string
  /** The visitor's IP address, for the API's rate limits; '' when unknown. */
  readonly clientAddress: string
  /** Secret that makes the API believe the address; null when the API is in this process. */
  readonly storefrontKey?: string | null
}

export type CallOptions = {
  readonly session?: Session | null
  readonly files?: { readonly [name: string]: File }
}

/** The HTTP request of an operation. Its `lang` is the visitor's. */
export function operationRequest(
  { origin, locale, requestId, clientAddress, storefrontKey }: RequestSettings,
  endpoint: Endpoint,
  input: object,
  { session, files = {} }: CallOptions,
): Request {
  const fullInput = 'lang' in endpoint.input.shape ? { ...input, lang: locale } : input
  const request = withInput(endpoint, origin, fullInput, files)
  request.headers.set('Accept', 'application/json')
  request.headers.set('Accept-Language', locale)
  request.headers.set('X-Request-ID', requestId)
  if (clientAddress !== '') request.headers.set(clientAddressHeader, clientAddress)
  if (storefrontKey) request.headers.set(storefrontKeyHeader, storefrontKey)
  if (session) request.headers.set('Authorization', bearer(session))
  return request
}

function withInput(
  { method, path }: Endpoint,
  origin: string,
  input: object,
  files: { readonly [name: string]: File },
): Request {
  if (method === 'POST') {
    const headers = new Headers()
    if ('idempotencyKey' in input) headers.set(idempotencyHeader, String(input.idempotencyKey))
    const payload = JSON.stringify(input)
    if (Object.keys(files).length === 0) headers.set('Content-Type', 'application/json')
    const body = Object.keys(files).length === 0 ? payload : multipart(payload, files)
    return new Request(origin + path, { method, headers, body })
  }
  const known = Object.entries(input).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    known.map(([key, value]): [string, string] => [key, String(value)]),
  )
  return new Request(`${origin}${path}?${search.toString()}`)
}

/** Files make a payload multipart (specification, section 7). */
function multipart(payload: string, files: { readonly [name: string]: File }): FormData {
  const form = new FormData()
  form.set('payload', payload)
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}
