import type { z } from 'zod'
import { bearer } from '../contract/bearer.ts'
import type { Session } from '../contract/common.ts'
import { api } from '../contract/operations.ts'
import type { Api, Operation } from '../contract/operations.ts'
import { clientAddressHeader } from '../contract/endpoint.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { logEvent } from '../domain/log-event.ts'
import type { Locale } from '../locale/locales.ts'
import { failure } from './api-result.ts'
import type { Answer } from './api-result.ts'
import { idempotencyHeader } from './retry.ts'
import { readErrorBody } from './error-body.ts'
import { readJson } from './read-json.ts'

/** Anything that answers HTTP: the network, a service binding, or the embedded backend in this very worker. */
export type Fetch = (request: Request) => Promise<Response>

/** What goes with a call beside its input: who is signed in, and files by name. */
export type Sent = {
  readonly session?: Session | null
  readonly files?: { readonly [name: string]: File }
}

type Input<Name extends Operation> = Omit<z.input<Api[Name]['input']>, 'lang'>
type Output<Name extends Operation> = z.output<Api[Name]['output']>

/** Every call of the contract. Expected failures are values; nothing here throws for what the network or the API does. */
export type Upstream = {
  readonly [Name in Operation]: (input: Input<Name>, sent?: Sent) => Promise<Answer<Output<Name>>>
}

type Connection = {
  readonly fetch: Fetch
  /** `https://api.example`; paths of the contract are added to it. */
  readonly origin: string
  readonly locale: Locale
  readonly requestID: string
  /** The visitor's network address, for the API's limits; '' when unknown. */
  readonly clientAddress: string
  /** Hears of every 401, whose call it was: a customer's unless it is a partner's (specification, section 4). */
  readonly onUnauthorized?: (owner: 'customer' | 'referrer') => void
  /** Hears of every call that failed and may succeed another time. */
  readonly onOutage?: () => void
}

/** A client of the API for one request of a visitor. */
export function createUpstream(connection: Connection): Upstream {
  const call = (name: string) => {
    if (!isOperation(name)) return undefined
    return async (input: object, sent?: Sent) => {
      const answer = await ask(connection, name, input, sent)
      if (!answer.ok && (answer.status >= 500 || answer.status === 429)) connection.onOutage?.()
      return answer
    }
  }
  const calls = Object.fromEntries(Object.keys(api).map((name) => [name, call(name)]))
  return calls as Upstream // built from the contract's own names
}

function isOperation(name: string): name is Operation {
  return name in api
}

async function ask(
  connection: Connection,
  name: Operation,
  input: object,
  { session, files = {} }: Sent = {},
): Promise<Answer<unknown>> {
  const { fetch, origin, locale, requestID, clientAddress, onUnauthorized } = connection
  const endpoint: Endpoint = api[name]
  const request = toRequest(
    endpoint,
    origin,
    'lang' in endpoint.input.shape ? { ...input, lang: locale } : input,
    files,
  )
  request.headers.set('Accept', 'application/json')
  request.headers.set('Accept-Language', locale)
  request.headers.set('X-Request-ID', requestID)
  if (clientAddress !== '') request.headers.set(clientAddressHeader, clientAddress)
  if (session) request.headers.set('Authorization', bearer(session))

  const response = await fetch(request).catch(failureOf)
  if (!(response instanceof Response)) return response
  if (response.status === 401) {
    onUnauthorized?.(endpoint.session === 'referrer' ? 'referrer' : 'customer')
    // Guests are served here too: whose session has ended goes on as one, and no form is lost.
    if (endpoint.session === 'optional' && session) {
      await response.body?.cancel()
      return ask(connection, name, input, { files })
    }
  }
  const body = await readJson(response).catch(failureOf)
  if (!body.ok) return response.ok ? body : failure(response.status)
  if (!response.ok) {
    const { error, errors } = readErrorBody(body.value)
    return failure(response.status, error, errors)
  }
  const parsed = endpoint.output.safeParse(body.value)
  if (parsed.success) return { ok: true, value: parsed.data }
  logBreach(name, requestID, parsed.error)
  return failure(502)
}

function toRequest(
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

/** By stage and name, not by message: those differ between runtimes. */
function failureOf(reason: unknown) {
  return failure(reason instanceof Error && reason.name === 'TimeoutError' ? 504 : 502)
}

/** The path of the bad field is worth a line; its value may be personal. */
function logBreach(operation: Operation, requestID: string, error: z.ZodError): void {
  const fields = error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.')}: ${code}`)
  logEvent({ event: 'api-answer-breaks-contract', operation, requestID, fields })
}
