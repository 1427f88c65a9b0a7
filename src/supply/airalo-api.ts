import type { z } from 'zod'
import { SupplierError } from './supplier.ts'
import { callSupplier } from './supplier-call.ts'
import type { SupplierAnswer, SupplierFetch } from './supplier-call.ts'
import { airalo } from './supplier-facts.ts'
import { refusalBody, tokenAnswer } from './airalo-objects.ts'
import type { RefusalBody } from './airalo-objects.ts'
import { dayMs, hourMs, isoAfter } from '../kit/time.shared.ts'
import { pause } from '../kit/deadlines.ts'
import { createSeal } from '../kit/crypto.ts'

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

type Tokens = {
  /** Returns a usable token. Throws a `SupplierError` with `not-executed`. */
  readonly current: () => Promise<string>
  /** Discards a token that the API has refused. */
  readonly discard: (text: string) => Promise<void>
}

/**
 * "Access token is valid for 24 hours". A longer `expires_in` is ignored, because its example is a
 * year.
 */
const lifetime = dayMs
/**
 * Milliseconds before a token's end at which a worker renews it. Until the renewal succeeds, the
 * shop uses the old token.
 */
const renewal = hourMs
const pollInterval = 250
const polls = 20

/**
 * Access tokens by client credentials. The API issues three a minute, so all workers share one
 * through the database, and only one worker renews it at a time.
 */
function createTokens(
  settings: AiraloSettings & { readonly apiBase: string },
  { db, now, fetch, wait = pause }: AiraloDependencies,
): Tokens {
  const store = createTokenStore(db, settings, now)
  const timeLeft = ({ expiresAt }: Token) => expiresAt.getTime() - now().getTime()
  let known: Promise<Token> | null = null

  async function load(): Promise<Token> {
    const stored = await store.read()
    if (stored && timeLeft(stored) > renewal) return stored
    const usable = stored && timeLeft(stored) > 0 ? stored : null
    if (!(await store.claim())) return usable ?? awaitToken(store, wait, now)
    try {
      const token = await requestToken(settings, fetch, now)
      await store.write(token)
      return token
    } catch (error) {
      await store.release()
      if (usable) return usable
      throw error
    }
  }

  return {
    async current() {
      known ??= load()
      try {
        return (await known).text
      } catch (error) {
        known = null
        throw error
      }
    },
    async discard(text) {
      known = null
      await store.discard(text)
    },
  }
}

/** Waits for the token that another worker is requesting. */
async function awaitToken(store: TokenStore, wait: typeof pause, now: () => Date): Promise<Token> {
  for (let poll = 0; poll < polls; poll += 1) {
    await wait(pollInterval)
    const token = await store.read()
    if (token && token.expiresAt > now()) return token
  }
  throw new SupplierError(
    airalo.id,
    'not-executed',
    'no access token: another worker requested a token and has not stored it',
    { retryAfter: 30 },
  )
}

async function requestToken(
  { clientID, clientSecret, apiBase }: AiraloSettings & { readonly apiBase: string },
  send: AiraloDependencies['fetch'],
  now: () => Date,
): Promise<Token> {
  const body = new URLSearchParams({
    client_id: clientID,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  })
  const headers = { Accept: 'application/json' }
  const requestedAt = now().getTime()
  const request = new Request(`${apiBase}/v2/token`, { method: 'POST', body, headers })
  const { status, json } = await callAiralo(send, request, 'not-executed')
  const parsed = tokenAnswer.safeParse(json)
  if (status !== 200 || !parsed.success) {
    const problem = `${status} ${refusalBody.safeParse(json).data?.message ?? ''}`
    throw new SupplierError(
      airalo.id,
      'not-executed',
      `no access token: returned ${problem}. Check AIRALO_CLIENT_ID and AIRALO_CLIENT_SECRET.`,
      { isKeyRefused: status >= 400 },
    )
  }
  const { access_token: text, expires_in: seconds } = parsed.data.data
  return { text, expiresAt: new Date(requestedAt + Math.min(seconds * 1000, lifetime)) }
}

type Token = { readonly text: string; readonly expiresAt: Date }

type TokenStore = {
  /** Returns the stored token, which may have expired. */
  readonly read: () => Promise<Token | null>
  /** Returns true if this worker may renew the token now. */
  readonly claim: () => Promise<boolean>
  readonly release: () => Promise<void>
  readonly write: (token: Token) => Promise<void>
  readonly discard: (text: string) => Promise<void>
}

type TokenRow = { readonly sealed_token: string; readonly expires_at: string }

/** Milliseconds, longer than a request for a token may take. */
const claimLife = 30_000

/**
 * The database stores the token sealed with the client secret, because the token can spend the
 * balance.
 */
function createTokenStore(
  db: D1Database,
  { clientID, clientSecret }: Pick<AiraloSettings, 'clientID' | 'clientSecret'>,
  now: () => Date,
): TokenStore {
  const { seal, unseal } = createSeal(`${clientID}:${clientSecret}`)

  async function read(): Promise<Token | null> {
    const row = await db
      .prepare(`SELECT sealed_token, expires_at FROM supplier_tokens WHERE supplier = 'airalo'`)
      .first<TokenRow>()
    const text = row ? await unseal(row.sealed_token) : null
    return row && text !== null ? { text, expiresAt: new Date(row.expires_at) } : null
  }

  return {
    read,
    claim: async () => claimRenewal(db, now()),
    async release() {
      await db
        .prepare(`UPDATE supplier_tokens SET claimed_until = '' WHERE supplier = 'airalo'`)
        .run()
    },
    async write({ text, expiresAt }) {
      await db
        .prepare(
          `UPDATE supplier_tokens SET sealed_token = ?1, expires_at = ?2, claimed_until = ''
          WHERE supplier = 'airalo'`,
        )
        .bind(await seal(text), expiresAt.toISOString())
        .run()
    },
    async discard(text) {
      const stored = await read()
      if (stored?.text === text) await endToken(db, stored, now())
    },
  }
}

async function claimRenewal(db: D1Database, now: Date): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `INSERT INTO supplier_tokens (supplier, claimed_until) VALUES ('airalo', ?2)
      ON CONFLICT (supplier) DO UPDATE SET claimed_until = ?2 WHERE claimed_until <= ?1`,
    )
    .bind(now.toISOString(), isoAfter(now, claimLife))
    .run()
  return meta.changes > 0
}

/** Ends a token now, unless another worker has replaced it. */
async function endToken(db: D1Database, { expiresAt }: Token, now: Date): Promise<void> {
  await db
    .prepare(
      `UPDATE supplier_tokens SET expires_at = ?1 WHERE supplier = 'airalo' AND expires_at = ?2`,
    )
    .bind(now.toISOString(), expiresAt.toISOString())
    .run()
}

type Outcome = SupplierError['outcome']

/**
 * Sends a request once. Throws a `SupplierError` when its answer cannot be read.
 * @param outcome of the error: `not-executed` for reads
 */
async function callAiralo(
  fetch: SupplierFetch,
  request: Request,
  outcome: Outcome,
): Promise<SupplierAnswer> {
  try {
    return await callSupplier({ supplier: airalo.id, fetch, request })
  } catch (error) {
    if (!(error instanceof SupplierError) || outcome === 'unknown') throw error
    const { retryAfter, message } = error
    throw new SupplierError(airalo.id, outcome, message, { cause: error, retryAfter })
  }
}

export type AiraloSettings = {
  readonly clientID: string
  /** Airalo also signs its webhooks with this secret. */
  readonly clientSecret: string
  /**
   * Receives the results of asynchronous orders. If null, orders are synchronous, and the response
   * has the result.
   */
  readonly webhookURL: string | null
  /** Defaults to Airalo's server, which serves sandbox accounts too. */
  readonly apiBase?: string | undefined
}

export type AiraloDependencies = {
  readonly db: D1Database
  readonly now: () => Date
  readonly fetch: SupplierFetch
  /** Pauses while another worker renews the access token. */
  readonly wait?: (milliseconds: number) => Promise<void>
}
