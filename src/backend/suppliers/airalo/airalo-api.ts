import type { z } from 'zod'
import { SupplierError } from '../supplier.ts'
import { refusalBody } from './airalo-objects.ts'
import type { RefusalBody } from './airalo-objects.ts'
import type { AiraloSettings, AiraloSurroundings } from './airalo-settings.ts'
import { createTokens } from './airalo-token.ts'

export type AiraloAnswer<T> = { readonly value: T } | { readonly refusal: AiraloRefusal }
export type AiraloRefusal = RefusalBody & { readonly status: number }

/**
 * Calls the API. Both functions throw a `SupplierError`: a read has never been executed, and a
 * write without a readable answer may have been.
 */
export type AiraloApi = {
  readonly get: <T>(path: string, schema: z.ZodType<T>) => Promise<AiraloAnswer<T>>
  readonly post: <T>(path: string, form: FormData, schema: z.ZodType<T>) => Promise<AiraloAnswer<T>>
}

type Outcome = SupplierError['outcome']

const ownServer = 'https://partners-api.airalo.com'

export function createAiraloApi(
  settings: AiraloSettings,
  surroundings: AiraloSurroundings,
): AiraloApi {
  const base = settings.apiBase ?? ownServer
  const tokens = createTokens({ ...settings, apiBase: base }, surroundings)

  async function send(path: string, init: RequestInit, token: string, outcome: Outcome) {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
    return answerTo(surroundings.fetch(base + path, { ...init, headers }), outcome)
  }

  async function call<T>(
    path: string,
    init: RequestInit,
    outcome: Outcome,
    schema: z.ZodType<T>,
  ): Promise<AiraloAnswer<T>> {
    const token = await tokens.current()
    let answer = await send(path, init, token, outcome)
    if (answer.status === 401) {
      await tokens.discard(token)
      answer = await send(path, init, await tokens.current(), outcome)
    }
    return resultOf(answer, outcome, schema)
  }

  return {
    get: async (path, schema) => call(path, {}, 'not-executed', schema),
    post: async (path, body, schema) => call(path, { method: 'POST', body }, 'unknown', schema),
  }
}

type RawAnswer = { readonly status: number; readonly json: unknown }

/** The status and JSON of a final answer: what came of the request is known. */
export async function answerTo(sent: Promise<Response>, outcome: Outcome): Promise<RawAnswer> {
  let response: Response
  try {
    response = await sent
  } catch (cause) {
    throw new SupplierError('airalo', outcome, 'no answer', { cause })
  }
  const { status } = response
  if (status === 429) {
    const retryAfter = secondsOf(response.headers.get('Retry-After'))
    throw new SupplierError('airalo', 'not-executed', 'too many requests', { retryAfter })
  }
  if (status >= 500 || status === 408) throw new SupplierError('airalo', outcome, answered(status))
  try {
    return { status, json: await response.json() }
  } catch (cause) {
    const isRefused = status >= 400
    const message = `${answered(status)} without JSON`
    throw new SupplierError('airalo', isRefused ? 'not-executed' : outcome, message, { cause })
  }
}

function resultOf<T>(
  { status, json }: RawAnswer,
  outcome: Outcome,
  schema: z.ZodType<T>,
): AiraloAnswer<T> {
  const refused = refusalBody.safeParse(json)
  // 401: the credentials. 403: the shop's address is not on the account's allow list (code 89).
  if (status === 401 || status === 403)
    throw new SupplierError(
      'airalo',
      'not-executed',
      `${answered(status)} ${refused.data?.message}`,
    )
  // The pages list some refusals as examples of status 200.
  if (refused.success && (status >= 400 || refused.data.code !== null))
    return { refusal: { ...refused.data, status } }
  const parsed = schema.safeParse(json)
  if (status < 300 && parsed.success) return { value: parsed.data }
  const isRefused = status >= 400
  const message = `${answered(status)} in another form`
  throw new SupplierError('airalo', isRefused ? 'not-executed' : outcome, message, {
    cause: parsed.error,
  })
}

function answered(status: number): string {
  return `answered ${status}`
}

/** Seconds of a Retry-After header; null when it is missing or a date. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}
