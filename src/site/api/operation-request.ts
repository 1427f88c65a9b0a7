import { bearer } from '../../api/bearer.ts'
import type { Session } from '../../api/common.ts'
import { clientAddressHeader, storefrontKeyHeader } from '../../api/endpoint.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { queryString } from '../../words/paths.shared.ts'
import { idempotencyHeader } from './retry.ts'

export type RequestSettings = {
  /** `https://api.example`, without a path. */
  readonly origin: string
  readonly locale: Locale
  readonly requestId: string
  /** The visitor's IP address for the API's rate limits, or '' if unknown. */
  readonly clientAddress: string
  /** Secret that makes the API trust the address, or null when the API is in this process. */
  readonly storefrontKey?: string | null
}

export type CallOptions = {
  readonly session?: Session | null
  readonly files?: { readonly [name: string]: File }
}

/** Creates the HTTP request of an operation. `lang` is the visitor's language. */
export function operationRequest(
  { origin, locale, requestId, clientAddress, storefrontKey }: RequestSettings,
  endpoint: Endpoint,
  input: object,
  { session, files = {} }: CallOptions,
): Request {
  // Setting the headers of a request one by one takes longer.
  return withInput(endpoint, origin, inputOf(endpoint, input, locale), files, {
    Accept: 'application/json',
    'Accept-Language': locale,
    'X-Request-ID': requestId,
    ...(clientAddress !== '' && { [clientAddressHeader]: clientAddress }),
    ...(storefrontKey && { [storefrontKeyHeader]: storefrontKey }),
    ...(session && { Authorization: bearer(session) }),
  })
}

/** Adds the language to the input, if the operation has `lang`. */
export function inputOf({ input: { shape } }: Endpoint, input: object, locale: Locale): object {
  return 'lang' in shape ? { ...input, lang: locale } : input
}

function withInput(
  { method, path }: Endpoint,
  origin: string,
  input: object,
  files: { readonly [name: string]: File },
  common: { readonly [name: string]: string },
): Request {
  if (method === 'POST') {
    const headers = new Headers(common)
    const payload = JSON.stringify(input)
    const hasFiles = Object.keys(files).length > 0
    // Files are not sent twice, because a repeatable request keeps a copy of its body in memory.
    if ('idempotencyKey' in input && !hasFiles)
      headers.set(idempotencyHeader, String(input.idempotencyKey))
    if (!hasFiles) headers.set('Content-Type', 'application/json')
    const body = hasFiles ? multipart(payload, files) : payload
    return new Request(origin + path, { method, headers, body })
  }
  return new Request(origin + path + queryString({ ...input }), { headers: common })
}

/** A payload with files is multipart (specification, section 7). */
function multipart(payload: string, files: { readonly [name: string]: File }): FormData {
  const form = new FormData()
  form.set('payload', payload)
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}
