import { SupplierError } from '../supplier-error.ts'
import { airalo } from './airalo-facts.ts'
import { callAiralo } from './airalo-answer.ts'
import { refusalBody, tokenAnswer } from './airalo-objects.ts'
import type { AiraloSettings, AiraloDependencies } from './airalo-options.ts'
import { createTokenStore } from './airalo-token-store.ts'
import type { Token, TokenStore } from './airalo-token-store.ts'
import { dayMs, hourMs } from '../../../domain/time-units.ts'
import { pause } from '../../../requests/pause.ts'

export type Tokens = {
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
export function createTokens(
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
