import type { z } from 'zod'
import { SupplierError } from '../supplier-error.ts'
import type { SupplierAnswer } from '../supplier-call.ts'
import { callAiralo } from './airalo-answer.ts'
import type { Outcome } from './airalo-answer.ts'
import { airalo } from './airalo-facts.ts'
import { refusalBody } from './airalo-objects.ts'
import type { RefusalBody } from './airalo-objects.ts'
import type { AiraloSettings, AiraloDependencies } from './airalo-options.ts'
import { createTokens } from './airalo-token.ts'

export type AiraloAnswer<T> = { readonly value: T } | { readonly refusal: AiraloRefusal }
export type AiraloRefusal = RefusalBody & { readonly status: number }

/**
 * Both functions throw a `SupplierError`: `not-executed` for a failed read, `unknown` for a write
 * without a readable answer.
 */
export type AiraloApi = {
  readonly get: <T>(path: string, schema: z.ZodType<T>) => Promise<AiraloAnswer<T>>
  readonly post: <T>(path: string, form: FormData, schema: z.ZodType<T>) => Promise<AiraloAnswer<T>>
}

const ownServer = 'https://partners-api.airalo.com'

export function createAiraloApi(
  settings: AiraloSettings,
  dependencies: AiraloDependencies,
): AiraloApi {
  const base = settings.apiBase ?? ownServer
  const tokens = createTokens({ ...settings, apiBase: base }, dependencies)

  async function send(path: string, init: RequestInit, token: string, outcome: Outcome) {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
    return callAiralo(dependencies.fetch, new Request(base + path, { ...init, headers }), outcome)
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

function resultOf<T>(
  { status, json }: SupplierAnswer,
  outcome: Outcome,
  schema: z.ZodType<T>,
): AiraloAnswer<T> {
  const refused = refusalBody.safeParse(json)
  const returned = `returned ${status}`
  // 401: the credentials are wrong. 403: the shop's address is not on the account's allow list
  // (code 89).
  if (status === 401 || status === 403)
    throw new SupplierError(
      airalo.id,
      'not-executed',
      `${returned} ${refused.data?.message ?? ''}. Check the credentials and the account's IP allow list.`,
      { isKeyRefused: true },
    )
  // The API documentation shows some refusals with status 200.
  if (refused.success && (status >= 400 || refused.data.code !== null))
    return { refusal: { ...refused.data, status } }
  const parsed = schema.safeParse(json)
  if (status < 300 && parsed.success) return { value: parsed.data }
  const isRefusal = status === 400 || status === 422
  throw new SupplierError(
    airalo.id,
    isRefusal ? 'not-executed' : outcome,
    `${returned} in an unexpected format`,
    { cause: parsed.error },
  )
}
