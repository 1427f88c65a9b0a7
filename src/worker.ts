import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from 'cloudflare:workers'
import type { createOffice } from './office/app.ts'
import { createApp } from './app.ts'
import type { backend } from './backend.ts'
import { countedD1 } from './kit/counted-d1.ts'
import { readContentVersion } from './plans/content-version.ts'
import { isPublic } from './api/links.ts'
import { hasBackOffice } from './api/office-settings.ts'
import type { Bindings } from './context.ts'
import { configOf } from './settings.ts'
import type { BackendConfig } from './settings.ts'
import { paymentOrigins, usualMethods } from './payments/settings.ts'
import { parseConfig } from './storefront-settings.ts'
import type { StorefrontConfig } from './storefront-settings.ts'
import { pathAndQuery } from './kit/redirect-target.ts'
import { newScope, provideScopes } from './kit/log.ts'
import type { RequestScope } from './kit/log.ts'
import { dayMs } from './kit/time.shared.ts'
import { countPage, observeRequest } from './site/observe-request.ts'
import { ContentVersion } from './site/content-version.ts'
import type { ApiConnector } from './site/provide-api.ts'
import type { DemandCounter } from './site/demand-reports.ts'
import { localApi } from './site/api/api-client.ts'
import { remoteApi } from './site/api/remote-api.ts'
import { createRemoteFetch, visitDeadline, withDeadline } from './site/api/resilient-fetch.ts'
import { isInOffice } from './words/office-paths.ts'

// Parsed at start-up, so that an invalid setting fails the deployment instead of the first request.
const settings = parseConfig(env)
const { API_BASE_URL } = settings
const isEmbedded = API_BASE_URL === null
const backendSettings = isEmbedded ? configOf(env) : null
const config = backendSettings ? withProviders(settings, backendSettings) : settings
const isOfficeOn = backendSettings !== null && hasBackOffice(backendSettings)
const scopes = new AsyncLocalStorage<RequestScope>()
provideScopes(() => scopes.getStore())

/**
 * Milliseconds that a page of the current version may be stale. The version of another API is
 * unknown.
 */
const staleFor = isEmbedded ? dayMs : 600_000

/** One per isolate. */
const version = new ContentVersion(Date.now)

const app = createApp({
  config,
  pageCache: config.PAGE_CACHE ? { version, readVersion, staleFor, colo: caches.default } : null,
  connect: API_BASE_URL === null ? connectInProcess() : connectTo(API_BASE_URL),
  ...(isEmbedded && { countDemand: countInBackend }),
})

export default {
  fetch(request, bindings, context) {
    const page = app.fromMemory(request, bindings, context)
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
  const { pathname } = pathAndQuery(request.url)
  const isForBackend = isEmbedded && isPublic(pathname, config)
  const isForOffice = isOfficeOn && isInOffice(pathname)
  const server = isForOffice ? await loadOffice() : isForBackend ? await loadBackend() : app
  const scope = newScope(crypto.randomUUID())
  const response = await observeRequest(
    request,
    async () => scopes.run(scope, async () => server.fetch(request, bindings, context)),
    { isDevelopment: config.DEV_TOOLS, dataset: bindings.REQUESTS, scope },
  )
  // A payment may have sold the last profile of a plan. Other forms of the shop do not change
  // public pages.
  const hasChanged = request.method === 'POST' && response.status < 400
  if (isForBackend && hasChanged) version.invalidate()
  return response
}

function connectInProcess(): ApiConnector {
  return (c) =>
    async (...call) =>
      localApi(await loadBackend(), c)(...call)
}

/** After the answer, because no page depends on it. */
function countInBackend(...[demands, { request, bindings, context }]: Parameters<DemandCounter>) {
  const count = async () => (await loadBackend()).countDemand(bindings, request, demands)
  context.waitUntil(count())
}

function connectTo(origin: string): ApiConnector {
  const storefrontKey = settings.STOREFRONT_KEY
  const fetchRemote = createRemoteFetch()
  return () => remoteApi({ origin, storefrontKey, fetch: withDeadline(fetchRemote, visitDeadline) })
}

let office: ReturnType<typeof createOffice> | undefined

/** Loaded at the first request for it, because most isolates never serve the back office. */
async function loadOffice() {
  const { createOffice } = await import('./office/app.ts')
  const { createDraftRenderer } = await import('./site/render-draft.ts')
  office ??= createOffice(createDraftRenderer(config), {
    onChange: () => version.invalidate(),
  })
  return office
}

let loadedBackend: typeof backend | undefined

/** Loaded at the first call. An isolate then starts faster, and stored pages do not need it. */
async function loadBackend() {
  loadedBackend ??= (await import('./backend.ts')).backend
  return loadedBackend
}

/**
 * Adds the pages of the embedded backend's providers, to which the order form may redirect, and
 * their usual methods of payment.
 */
function withProviders(storefront: StorefrontConfig, embedded: BackendConfig): StorefrontConfig {
  const origins = new Set([...storefront.PAYMENT_ORIGINS, ...paymentOrigins(embedded)])
  const methods = { ...usualMethods(embedded), ...storefront.PAYMENT_METHODS }
  return { ...storefront, PAYMENT_ORIGINS: [...origins], PAYMENT_METHODS: methods }
}

/**
 * Returns a version that changes with the release, which includes the settings, and with the
 * embedded backend's data.
 */
async function readVersion({ DB, RELEASE }: Bindings): Promise<string> {
  return `${RELEASE.id}:${isEmbedded ? await readContentVersion(countedD1(DB)) : ''}`
}
