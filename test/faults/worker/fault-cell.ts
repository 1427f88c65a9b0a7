import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import { remoteApi } from '../../../src/site/api/remote-api.ts'
import {
  createRemoteFetch,
  visitDeadline,
  withDeadline,
} from '../../../src/site/api/resilient-fetch.ts'
import type { Fetch } from '../../../src/site/api/resilient-fetch.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import { createIsolate } from '../../support/cached-shop.ts'
import { origin } from '../../support/visit.ts'
import type { Visit } from './visits.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly faultyApi: { readonly origin: string; readonly closed: string }
  }
}

/** The status that each fault causes. A fault with 200 delays the response. */
export const statusOf = {
  refused: 502,
  reset: 502,
  hanging: 504,
  'hanging-body': 504,
  slow: 200,
  '500': 500,
  '502': 502,
  '503': 503,
  '503-retry-after': 503,
  '429-retry-after': 429,
  '401': 401,
  redirect: 502,
  html: 502,
  truncated: 502,
  oversized: 502,
  'off-contract': 502,
} as const
export type ApiFault = keyof typeof statusOf

type TimeLimits = { readonly call: number | undefined; readonly visit: number }

/** Milliseconds. Shorter than in the shop, so that many hanging visits take little time. */
const shortTimes: TimeLimits = { call: 1000, visit: 1500 }
/** Long enough for an API that responds, even on a busy machine. */
const longTimes: TimeLimits = { call: 60_000, visit: 60_000 }
/** For a form: only its POST hangs, and the page's data is loaded after it. */
const formTimes: TimeLimits = { call: shortTimes.call, visit: longTimes.visit }
export const shopTimes: TimeLimits = { call: undefined, visit: visitDeadline }

export type OpenedPage = {
  readonly status: number
  readonly location: string | null
  readonly cacheControl: string | null
  readonly html: string
  readonly milliseconds: number
}

const nonce = `esim.signInNonce=${secretID()}`
const sessions = ['esim.sessionID', 'esim.token', 'refAppSessionID', 'refToken']
const signedIn = [...sessions.map((name) => `${name}=${secretID()}`), nonce].join('; ')

/**
 * One visit in a new isolate, with an API that can fail.
 * @param whenHanging time limits while the API does not respond
 */
export function createCell(visit: Visit, whenHanging = visit.form ? formTimes : shortTimes) {
  const state = { now: Date.now(), version: '1', fault: 'none' as ApiFault | 'none' }
  const { origin: api, closed } = inject('faultyApi')
  const id = secretID()
  const remotes = {
    hanging: createRemoteFetch(whenHanging.call),
    answering: createRemoteFetch(longTimes.call),
  }
  const isHanging = () => state.fault.startsWith('hanging')
  const scope = visit.form ? 'writes' : 'all'
  const hasFault = ({ method }: Request) => scope === 'all' || method === 'POST'
  const fetchFailing: Fetch = async (request) => {
    const { pathname, search } = new URL(request.url)
    const isRefused = state.fault === 'refused' && hasFault(request)
    const base = isRefused
      ? closed
      : `${api}/${state.fault === 'refused' ? 'none' : state.fault}/${scope}/${id}`
    const remote = isHanging() && hasFault(request) ? remotes.hanging : remotes.answering
    return remote(new Request(base + pathname + search, request))
  }
  const open = createIsolate({
    connect: () =>
      remoteApi({
        origin: 'https://api.invalid',
        fetch: withDeadline(fetchFailing, (isHanging() ? whenHanging : longTimes).visit),
      }),
    bindings: { CACHE: storeOf(id) },
    state,
  })
  const { form } = visit
  const isGuest = visit.path === '/login'
  const init = {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers: { Cookie: isGuest ? nonce : signedIn, Origin: origin, 'Accept-Language': 'en' },
  }
  return {
    state,
    async open(path = visit.path): Promise<OpenedPage> {
      const start = performance.now()
      const response = await open(path, init)
      return {
        status: response.status,
        location: response.headers.get('Location'),
        cacheControl: response.headers.get('Cache-Control'),
        html: await response.text(),
        milliseconds: performance.now() - start,
      }
    },
    async calls(): Promise<number> {
      return Number(await (await fetch(`${api}/calls/${id}`)).text())
    },
  }
}

/** A prefix in the KV namespace, so that each cell reads only its own dictionaries. */
function storeOf(prefix: string): KVNamespace {
  return new Proxy(env.CACHE, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (key: string, options?: unknown): unknown => value.call(target, prefix + key, options)
    },
  })
}
