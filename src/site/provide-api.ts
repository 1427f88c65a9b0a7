import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { createApiClient, type ApiCall } from './api/api-client.ts'
import { createDictionaries, type DictionaryVersion } from './api/dictionaries.ts'
import type { Bindings } from '../context.ts'
import { cacheControl, clientAddressIn, clientCountryIn } from '../kit/http.ts'
import type { AppEnv } from './app-env.ts'
import type { VersionOptions } from './content-version.ts'
import type { SessionOwner } from '../api/common.ts'

/** Returns the function that calls the API during a request. */
export type ApiConnector = (c: Context<AppEnv>) => ApiCall

/**
 * Provides the API and the dictionaries to handlers. Caches do not store pages while the API fails.
 */
export function withApiClient(
  connect: ApiConnector,
  versions: VersionOptions | null,
  now: () => number,
) {
  const dictionariesOf = createDictionaries(now)
  return createMiddleware<AppEnv>(async (c, next) => {
    const locale = c.get('locale')
    const connection = {
      call: connect(c),
      locale,
      requestId: c.get('requestId'),
      clientAddress: clientAddressIn(c.req.raw.headers),
      clientCountry: clientCountryIn(c.req.raw),
      onUnauthorized: (owner: SessionOwner) => c.get('rejectedSessions').add(owner),
    }
    const onIncomplete = () => c.set('isIncomplete', true)
    const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
    const version = versionOfRequest(versions, c.env, waitUntil)
    const bindings = { kv: c.env.CACHE, waitUntil, version, onIncomplete }
    c.set('api', createApiClient({ ...connection, onIncomplete }))
    c.set('apiIn', (other) => createApiClient({ ...connection, locale: other, onIncomplete }))
    // Dictionaries report an outage only when they have no stale copy.
    c.set('dictionaries', dictionariesOf(createApiClient(connection), locale, bindings))
    await next()
    const isPrivate = c.res.headers.get('Cache-Control') === cacheControl.private
    if (c.get('isIncomplete') && !isPrivate) c.header('Cache-Control', cacheControl.none)
  })
}

function versionOfRequest(
  versions: VersionOptions | null,
  bindings: Bindings,
  waitUntil: (work: Promise<unknown>) => void,
): DictionaryVersion {
  if (versions === null) return { known: () => '', current: async () => '' }
  const { version, readVersion } = versions
  const source = { read: async () => readVersion(bindings), waitUntil }
  return { known: () => version.known(source), current: async () => version.current(source) }
}
