import type { z } from 'zod'
import { bearer } from '../../api/bearer.ts'
import {
  clientAddressHeader,
  clientCountryHeader,
  storefrontKeyHeader,
  type Operation,
} from '../../api/operation.ts'
import { readLimited } from '../../kit/limited-body.ts'
import { logEvent } from '../../kit/log.ts'
import { ok } from '../../kit/result.shared.ts'
import { operations } from '../../operations.ts'
import { queryString } from '../../words/paths.shared.ts'
import type { ApiCall } from './api-client.ts'
import { apiError, readErrorBody, type ApiResult } from './api-result.ts'
import { idempotencyHeader, type Fetch } from './resilient-fetch.ts'

type RemoteApi = {
  readonly fetch: Fetch
  /** `https://api.example`, without a path. */
  readonly origin: string
  /** Secret that makes the API trust the visitor's address. */
  readonly storefrontKey?: string | null
}

/** Of a body. The storefront reads no more of a remote answer. */
const maxBytes = 1024 * 1024

/** Calls the API of another server. Its answers must match the contract. */
export function remoteApi(api: RemoteApi): ApiCall {
  return async (name, input, options) => {
    const operation: Operation = operations[name]
    const response = await api.fetch(requestOf(api, operation, input, options)).catch(networkError)
    if (!(response instanceof Response)) return response
    const body = await readJson(response).catch(networkError)
    if (!response.ok) return apiError(response.status, body.ok ? readErrorBody(body.value) : {})
    if (!body.ok) return body
    const parsed = operation.output.safeParse(body.value)
    if (parsed.success) return ok(parsed.data)
    logContractBreach(name, options.requestId, parsed.error)
    return apiError(502)
  }
}

function requestOf(
  { origin, storefrontKey }: RemoteApi,
  { method, path }: Operation,
  input: object,
  { locale, requestId, clientAddress, clientCountry, session, files = {} }: Parameters<ApiCall>[2],
): Request {
  const headers = new Headers({
    Accept: 'application/json',
    'Accept-Language': locale,
    'X-Request-ID': requestId,
    ...(clientAddress !== '' && { [clientAddressHeader]: clientAddress }),
    ...(clientCountry && { [clientCountryHeader]: clientCountry }),
    ...(storefrontKey && { [storefrontKeyHeader]: storefrontKey }),
    ...(session && { Authorization: bearer(session) }),
  })
  if (method === 'GET') return new Request(origin + path + queryString({ ...input }), { headers })
  const payload = JSON.stringify(input)
  // A payload with files is multipart (specification, section 7). It is not sent twice, because a
  // repeatable request keeps a copy of its body in memory.
  if (Object.keys(files).length > 0)
    return new Request(origin + path, { method, headers, body: multipart(payload, files) })
  if ('idempotencyKey' in input) headers.set(idempotencyHeader, String(input.idempotencyKey))
  headers.set('Content-Type', 'application/json')
  return new Request(origin + path, { method, headers, body: payload })
}

function multipart(payload: string, files: { readonly [name: string]: File }): FormData {
  const form = new FormData()
  form.set('payload', payload)
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}

/** Parses a JSON body. Any other body is a 502. Rejects when the connection breaks. */
export async function readJson(response: Response): Promise<ApiResult<unknown>> {
  const { bytes, isWhole } = await readLimited(response.body, { limit: maxBytes })
  try {
    return isWhole ? ok(JSON.parse(new TextDecoder().decode(bytes))) : apiError(502)
  } catch {
    return apiError(502)
  }
}

/** Distinguishes failures by name, because messages differ between runtimes. */
function networkError(reason: unknown) {
  return apiError(reason instanceof Error && reason.name === 'TimeoutError' ? 504 : 502)
}

/** Logs only the paths of invalid fields, because their values may be personal data. */
function logContractBreach(operation: string, requestId: string, error: z.ZodError): void {
  const fields = error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.')}: ${code}`)
  logEvent({ event: 'api-answer-breaks-contract', operation, requestId, fields })
}
