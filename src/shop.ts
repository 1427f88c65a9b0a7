import { env } from 'cloudflare:workers'
import { createApp } from './app.ts'
import { isPublic } from './api/links.ts'
import { hasBackOffice } from './api/office-settings.ts'
import { configOf, type BackendConfig } from './settings.ts'
import { paymentOrigins, usualMethods } from './payments/settings.ts'
import { parseConfig, type StorefrontConfig } from './storefront-settings.ts'
import { lazy } from './kit/text.shared.ts'
import { pathAndQuery } from './kit/redirect-target.ts'
import type { VersionOptions } from './site/content-version.ts'
import type { ApiConnector } from './site/provide-api.ts'
import { demandsIn } from './site/demand-reports.ts'
import { localApi } from './site/api/api-client.ts'
import { remoteApi } from './site/api/remote-api.ts'
import { createRemoteFetch, visitDeadline, withDeadline } from './site/api/resilient-fetch.ts'
import type { LoadedShop } from './site/serve-page.ts'
import { isInOffice } from './words/office-paths.ts'

/** Creates the storefront, the embedded backend and the back office. Throws for invalid settings. */
export function createShop(versions: VersionOptions): LoadedShop {
  const settings = parseConfig(env)
  const { API_BASE_URL } = settings
  const backendSettings = API_BASE_URL === null ? configOf(env) : null
  const config = backendSettings ? withProviders(settings, backendSettings) : settings
  const hasOffice = backendSettings !== null && hasBackOffice(backendSettings)
  const app = createApp({
    config,
    versions: config.PAGE_CACHE ? versions : null,
    connect: API_BASE_URL === null ? connectInProcess : connectTo(API_BASE_URL, settings),
  })
  const loadOffice = lazy(async () => {
    const { createOffice } = await import('./office/app.ts')
    const { createDraftRenderer } = await import('./site/render-draft.ts')
    return createOffice(createDraftRenderer(config), {
      onChange: () => versions.version.invalidate(),
    })
  })

  return {
    ...app,
    fetch,
    render: app.fetch,
    async countDemand(demand, request, bindings) {
      if (backendSettings !== null)
        await (await loadLocalBackend()).countDemand(bindings, request, demandsIn(demand))
    },
  }

  async function fetch(...visit: Parameters<LoadedShop['fetch']>): Promise<Response> {
    const [request] = visit
    const { pathname } = pathAndQuery(request.url)
    if (hasOffice && isInOffice(pathname)) return (await loadOffice()).fetch(...visit)
    if (backendSettings === null || !isPublic(pathname, config)) return app.fetch(...visit)
    const response = await (await loadBackend()).fetch(...visit)
    // A payment may have sold the last profile of a plan. Other forms of the shop do not change
    // public pages.
    if (request.method === 'POST' && response.status < 400) versions.version.invalidate()
    return response
  }
}

const connectInProcess: ApiConnector =
  (c) =>
  async (...call) =>
    localApi(await loadLocalBackend(), c)(...call)

function connectTo(origin: string, { STOREFRONT_KEY }: StorefrontConfig): ApiConnector {
  const fetchRemote = createRemoteFetch()
  const fetch = withDeadline(fetchRemote, visitDeadline)
  return () => remoteApi({ origin, storefrontKey: STOREFRONT_KEY, fetch })
}

const loadLocalBackend = lazy(async () => (await import('./serve-operations.ts')).localBackend)
/** The backend over HTTP, for webhooks. */
const loadBackend = lazy(async () => (await import('./backend.ts')).backend)

/**
 * Adds the pages of the embedded backend's providers, to which the order form may redirect, and
 * their usual methods of payment.
 */
function withProviders(storefront: StorefrontConfig, embedded: BackendConfig): StorefrontConfig {
  const origins = new Set([...storefront.PAYMENT_ORIGINS, ...paymentOrigins(embedded)])
  const methods = { ...usualMethods(embedded), ...storefront.PAYMENT_METHODS }
  return { ...storefront, PAYMENT_ORIGINS: [...origins], PAYMENT_METHODS: methods }
}
