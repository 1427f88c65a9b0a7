import { z } from 'zod'
import { SupplierError, errorsOf } from './supplier.ts'
import { callSupplier, type SupplierAnswer, type SupplierFetch } from './supplier-call.ts'
import { airalo } from './supplier-facts.ts'
import { dayMs, hourMs, isoAfter } from '../kit/time.shared.ts'
import { pause } from '../kit/deadlines.ts'
import { createSeal } from '../kit/crypto.ts'
import { prepare, raw, readRow } from '../kit/sql.ts'

export type AiraloSettings = {
  readonly clientID: string
  /** Airalo also signs its webhooks with this secret. */
  readonly clientSecret: string
  /**
   * Receives the results of asynchronous orders. If null, orders are synchronous, and the response
   * has the result.
   */
  readonly webhookURL: string | null
}

export type AiraloDependencies = {
  readonly db: D1Database
  readonly now: () => Date
  readonly fetch: SupplierFetch
  /** Pauses while another worker renews the access token. */
  readonly wait?: (milliseconds: number) => Promise<void>
}

export type AiraloAnswer<T> = { readonly value: T } | { readonly refusal: AiraloRefusal }
export type AiraloRefusal = RefusalBody & { readonly status: number }
type Outcome = SupplierError['outcome']

export const airaloError = errorsOf(airalo.id)

/**
 * Both functions throw a `SupplierError`: `not-executed` for a failed read, `unknown` for a write
 * without a readable answer.
 */
export type AiraloApi = {
  readonly get: <T>(path: string, schema: z.ZodType<T>) => Promise<AiraloAnswer<T>>
  readonly post: <T>(path: string, form: FormData, schema: z.ZodType<T>) => Promise<AiraloAnswer<T>>
}

/** It serves sandbox accounts too. */
const server = 'https://partners-api.airalo.com'

export function createAiraloApi(
  settings: AiraloSettings,
  dependencies: AiraloDependencies,
): AiraloApi {
  const tokens = createTokens({ ...settings, ...dependencies })

  async function send(path: string, init: RequestInit, token: string, outcome: Outcome) {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
    return callAiralo(dependencies.fetch, new Request(server + path, { ...init, headers }), outcome)
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

const meta = z.object({ message: z.string() }).optional()

const codedRefusal = z.object({ code: z.number(), reason: z.string() })
const fieldRefusal = z.object({
  data: z.union([z.record(z.string(), z.string()), z.array(z.never())]).optional(),
  meta,
  message: z.string().optional(),
  reason: z.string().optional(),
})

type RefusalBody = {
  /**
   * A code of https://developers.partners.airalo.com/error-handling-780831m0. If null, `fields` has
   * the reasons.
   */
  readonly code: number | null
  /** Problems by request field. */
  readonly fields: { readonly [name: string]: string }
  readonly message: string
}

/**
 * A refusal with a code, or with problems by field. It matches errors only, so check the status
 * first.
 */
const refusalBody: z.ZodType<RefusalBody> = z.union([
  codedRefusal.transform(({ code, reason }) => ({ code, fields: {}, message: reason })),
  fieldRefusal.transform(({ data, meta: { message: general } = {}, message, reason }) => {
    const fields = data === undefined || Array.isArray(data) ? {} : data
    const [first] = Object.values(fields)
    return { code: null, fields, message: first ?? reason ?? message ?? general ?? '' }
  }),
])

function resultOf<T>(
  { status, json }: SupplierAnswer,
  outcome: Outcome,
  schema: z.ZodType<T>,
): AiraloAnswer<T> {
  const refused = refusalBody.safeParse(json)
  // 401: the credentials are wrong. 403: the shop's address is not on the account's allow list
  // (code 89).
  if (status === 401 || status === 403)
    throw airaloError(
      'not-executed',
      `returned ${status} ${refused.data?.message ?? ''}. Check the credentials and the account's IP allow list.`,
      { isKeyRefused: true },
    )
  // The API documentation shows some refusals with status 200.
  if (refused.success && (status >= 400 || refused.data.code !== null))
    return { refusal: { ...refused.data, status } }
  const parsed = schema.safeParse(json)
  if (status < 300 && parsed.success) return { value: parsed.data }
  const isRefusal = status === 400 || status === 422
  const message = `returned ${status} in an unexpected format`
  throw airaloError(isRefusal ? 'not-executed' : outcome, message, { cause: parsed.error })
}

/**
 * Sends a request once. Throws a `SupplierError` when its answer cannot be read.
 * @param outcome of the error: `not-executed` for reads
 */
async function callAiralo(fetch: SupplierFetch, request: Request, outcome: Outcome) {
  try {
    return await callSupplier({ supplier: airalo.id, fetch, request })
  } catch (error) {
    if (!(error instanceof SupplierError) || outcome === 'unknown') throw error
    const { retryAfter, message } = error
    throw airaloError(outcome, message, { cause: error, retryAfter })
  }
}

/** Returns the value of an answer. Throws for a refusal. */
export function expectValue<T>(answer: AiraloAnswer<T>): T {
  if ('value' in answer) return answer.value
  const { status, code, message } = answer.refusal
  throw airaloError('not-executed', `returned ${status} ${code ?? ''}: ${message}`)
}

/** "Access token is valid for 24 hours". The example of `expires_in` is a year, so it is limited. */
const tokenLife = dayMs
/** A worker renews a token this early. Until the renewal succeeds, the shop uses the old token. */
const renewal = hourMs
/** Milliseconds, longer than a request for a token may take. */
const claimLife = 30_000
const pollInterval = 250
const polls = 20

type Token = { readonly text: string; readonly sealed: string; readonly expiresAt: string }

type AiraloClient = AiraloSettings & AiraloDependencies

/**
 * Access tokens by client credentials. The API issues three a minute, so all workers share one
 * through the database, and only one worker renews it at a time.
 */
function createTokens(account: AiraloClient) {
  let known: Promise<string> | null = null
  return {
    /** Returns a usable token. Throws a `SupplierError` with `not-executed`. */
    async current(): Promise<string> {
      known ??= loadToken(account)
      try {
        return await known
      } catch (error) {
        known = null
        throw error
      }
    },
    /** Ends a token that the API has refused, unless another worker has replaced it. */
    async discard(text: string): Promise<void> {
      known = null
      const stored = await readToken(account)
      if (stored?.text !== text) return
      await prepare(account.db)`UPDATE suppliers SET token_expires_at = ''
        WHERE id = '${raw(airalo.id)}' AND sealed_token = ${stored.sealed}`.run()
    },
  }
}

async function loadToken(account: AiraloClient): Promise<string> {
  const { db, now } = account
  const stored = await readToken(account)
  if (stored && stored.expiresAt > isoAfter(now(), renewal)) return stored.text
  if (!(await claimRenewal(db, now()))) return stored?.text ?? awaitToken(account)
  try {
    const { text, expiresAt } = await requestToken(account)
    await storeToken(account, await sealOf(account).seal(text), expiresAt)
    return text
  } catch (error) {
    await storeToken(account, stored?.sealed ?? '', stored?.expiresAt ?? '')
    if (stored) return stored.text
    throw error
  }
}

/** The stored token is sealed with the client secret, because it can spend the balance. */
function sealOf({ clientID, clientSecret }: AiraloSettings) {
  return createSeal(`${clientID}:${clientSecret}`)
}

/** Returns the stored token if it has not expired. */
async function readToken(account: AiraloClient): Promise<Token | null> {
  const row = await readRow<Omit<Token, 'text'>>(account.db)`SELECT sealed_token AS sealed,
      token_expires_at AS expiresAt FROM suppliers
    WHERE id = '${raw(airalo.id)}' AND token_expires_at > ${account.now().toISOString()}`
  const text = row && (await sealOf(account).unseal(row.sealed))
  return row && text !== null ? { ...row, text } : null
}

/** Waits for the token that another worker is requesting. */
async function awaitToken(account: AiraloClient): Promise<string> {
  const { wait = pause } = account
  for (let poll = 0; poll < polls; poll += 1) {
    await wait(pollInterval)
    const token = await readToken(account)
    if (token) return token.text
  }
  const message = 'no access token: another worker requested a token and has not stored it'
  throw airaloError('not-executed', message, { retryAfter: 30 })
}

/** Returns true if this worker may renew the token now. */
async function claimRenewal(db: D1Database, now: Date): Promise<boolean> {
  const { meta } = await prepare(db)`INSERT INTO suppliers (id, token_claimed_until)
    VALUES ('${raw(airalo.id)}', ${isoAfter(now, claimLife)})
    ON CONFLICT (id) DO UPDATE SET token_claimed_until = ${isoAfter(now, claimLife)}
      WHERE token_claimed_until <= ${now}`.run()
  return meta.changes > 0
}

/** Stores a token and ends the renewal. */
async function storeToken({ db }: AiraloDependencies, sealed: string, expiresAt: string) {
  await prepare(db)`UPDATE suppliers SET sealed_token = ${sealed}, token_expires_at = ${expiresAt},
      token_claimed_until = ''
    WHERE id = '${raw(airalo.id)}'`.run()
}

const tokenAnswer = z.object({
  data: z.object({ access_token: z.string().min(1), expires_in: z.number().positive() }),
})

async function requestToken({
  clientID,
  clientSecret,
  fetch,
  now,
}: AiraloClient): Promise<Omit<Token, 'sealed'>> {
  const body = new URLSearchParams({
    client_id: clientID,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  })
  const headers = { Accept: 'application/json' }
  const requestedAt = now()
  const request = new Request(`${server}/v2/token`, { method: 'POST', body, headers })
  const { status, json } = await callAiralo(fetch, request, 'not-executed')
  const parsed = tokenAnswer.safeParse(json)
  if (status !== 200 || !parsed.success) {
    const problem = `${status} ${refusalBody.safeParse(json).data?.message ?? ''}`
    const message = `no access token: returned ${problem}. Check AIRALO_CLIENT_ID and AIRALO_CLIENT_SECRET.`
    throw airaloError('not-executed', message, { isKeyRefused: status >= 400 })
  }
  const { access_token: text, expires_in: seconds } = parsed.data.data
  return { text, expiresAt: isoAfter(requestedAt, Math.min(seconds * 1000, tokenLife)) }
}
