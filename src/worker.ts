// oxlint-disable-next-line import/no-unassigned-import -- it sets the languages for later imports
import './words/shop-languages.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from 'cloudflare:workers'
import { countedD1 } from './kit/counted-d1.ts'
import { readContentVersion } from './plans/content-version.ts'
import type { Bindings } from './context.ts'
import { newScope, provideScopes, type RequestScope } from './kit/log.ts'
import { lazy } from './kit/text.shared.ts'
import { dayMs } from './kit/time.shared.ts'
import { countPage, observeRequest } from './site/observe-request.ts'
import { ContentVersion } from './site/content-version.ts'
import { servePages } from './site/serve-page.ts'

/**
 * The settings that stored pages need. `shop.ts` validates all settings when it is loaded. Before,
 * there are only pages that an isolate with the same settings has stored.
 */
const { SITE_ORIGIN, ROOT_REDIRECT, API_BASE_URL } = env
const isEmbedded = !API_BASE_URL
const isDevelopment = Reflect.get(env, 'DEV_TOOLS') === '1'
const scopes = new AsyncLocalStorage<RequestScope>()
provideScopes(() => scopes.getStore())

/** One per isolate. */
const versions = { version: new ContentVersion(Date.now), readVersion }
const pages = servePages({
  SITE_ORIGIN,
  ROOT_REDIRECT: ROOT_REDIRECT || null,
  storage:
    Reflect.get(env, 'PAGE_CACHE') === '0'
      ? null
      : {
          ...versions,
          colo: caches.default,
          // Milliseconds that a page of the current version may be stale. The version of another
          // API is unknown.
          staleFor: isEmbedded ? dayMs : 600_000,
        },
  load: lazy(async () => (await import('./shop.ts')).createShop(versions)),
  now: Date.now,
})

export default {
  fetch(request, bindings, context) {
    const page = pages.fromMemory(request, bindings, context)
    if (!page) return answer(request, bindings, context)
    countPage(request, page, bindings.REQUESTS)
    return page
  },
  async scheduled({ scheduledTime }, bindings) {
    if (!isEmbedded) return
    const { runScheduledJobs } = await import('./jobs.ts')
    // A round may start late. Tests schedule rounds in the future.
    const ahead = Math.max(0, scheduledTime - Date.now())
    const clock = () => new Date(Date.now() + ahead)
    await withLogID(async () => runScheduledJobs(bindings, new Date(scheduledTime), { clock }))
  },
  /** Receives events of Cloudflare Email Service, if the shop has a queue for them. */
  async queue({ messages }, { DB: db }) {
    if (!isEmbedded) return
    const { receiveEmailEvents } = await import('./messages/cloudflare.ts')
    const events = messages.map(({ body }) => body)
    await withLogID(async () => receiveEmailEvents({ db, now: new Date() }, events))
  },
} satisfies ExportedHandler<Bindings>

/** Runs work without a request. Its log lines have one `requestId`, as those of a request. */
async function withLogID(work: () => Promise<void>): Promise<void> {
  await scopes.run(newScope(crypto.randomUUID()), work)
}

/** Answers a request that needs more than a page from memory. */
async function answer(
  request: Request<unknown, IncomingRequestCfProperties>,
  bindings: Bindings,
  context: ExecutionContext,
): Promise<Response> {
  const scope = newScope(crypto.randomUUID())
  return observeRequest(
    request,
    async () => scopes.run(scope, async () => pages.fetch(request, bindings, context)),
    { isDevelopment, dataset: bindings.REQUESTS, scope },
  )
}

/**
 * Returns a version that changes with the release, which includes the settings, and with the
 * embedded backend's data.
 */
async function readVersion({ DB, RELEASE }: Bindings): Promise<string> {
  return `${RELEASE.id}:${isEmbedded ? await readContentVersion(countedD1(DB)) : ''}`
}
