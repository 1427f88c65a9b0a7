import { Hono } from 'hono'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import type { StorefrontConfig } from './storefront-settings.ts'
import { logEvent, currentScope } from './kit/log.ts'
import type { AppEnv } from './site/app-env.ts'
import { cacheControl } from './kit/http.ts'
import { activationCalendar } from './esims/pages/activation-calendar.ts'
import { blogXml } from './texts/pages/blog-feed.ts'
import {
  acceptConsent,
  consentFields,
  consentStyles,
  localeFields,
  switchLocale,
} from './site/preferences.ts'
import {
  failedSearchFields,
  receiveFailedSearch,
  countrySuggestions,
} from './plans/pages/suggestions.ts'
import { mapParams, mapPath, mapSvg } from './plans/pages/coverage.tsx'
import { robotsTxt, sitemapParts, sitemapPath, sitemapXml } from './site/sitemap-xml.ts'
import { secretLink, validParams } from './site/page-input.ts'
import {
  allowCrossOrigin,
  pictureParams,
  picturePath,
  picturePng,
  tripPicture,
} from './site/share-pictures.ts'
import { esimManifest, webManifest } from './site/web-manifest.ts'
import { withApiClient } from './site/provide-api.ts'
import type { ApiConnector } from './site/provide-api.ts'
import {
  edgeCache,
  withLocale,
  redirectToHttps,
  storeMarketingCodes,
  homeTarget,
  redirectHome,
  redirectToCanonical,
} from './site/middleware.ts'
import { rejectForeignPosts, withSecurityHeaders } from './site/security.ts'
import { clearRejectedSessions } from './site/cookies.ts'
import { servePages } from './site/serve-page.ts'
import type { MemoryLookup, PageStorage } from './site/serve-page.ts'
import { withDocument } from './site/document.tsx'
import { notFoundPage, onError } from './site/error-pages.tsx'
import { formBody } from './site/form-input.ts'
import { localePrefix, locales } from './words/locales.shared.ts'
import { href } from './words/paths.shared.ts'
import { routeOf } from './words/page-table.ts'
import { failedSearchPath } from './plans/demand.shared.ts'
import { withPageEnds } from './site/demand-reports.ts'
import type { DemandCounter } from './site/demand-reports.ts'
import { publicRoutes, siteRoutes } from './routes.ts'
import { feedPath } from './ui/navigation.tsx'

type AppOptions = {
  readonly config: StorefrontConfig
  readonly connect: ApiConnector
  /** Stores public pages, or null to render them for every request. */
  readonly pageCache: PageStorage | null
  readonly now?: () => number
  readonly countDemand?: DemandCounter
}

type App = Pick<Hono<AppEnv>, 'routes'> & {
  readonly fetch: ReturnType<typeof withPageEnds>
  /** Call it first: returns a page from memory, or null when `fetch` must answer. */
  readonly fromMemory: MemoryLookup
}

/**
 * Creates the storefront over any API: the embedded backend, a remote server, or a test server.
 * Public pages come from the page cache. The inner app (`createSite`) answers everything else, and
 * renders the pages.
 */
export function createApp({
  now = () => Date.now(),
  countDemand = () => undefined,
  ...options
}: AppOptions): App {
  const { config, pageCache } = options
  const site = createSite({ ...options, now })
  const { routes } = site
  const serveAll = ({ fetch }: Hono<AppEnv>) =>
    withPageEnds(async (...call) => fetch(...call), countDemand)
  if (pageCache === null) return { fetch: serveAll(site), routes, fromMemory: () => null }
  const app = new Hono<AppEnv>()
  app.use(redirectToHttps(config.SITE_ORIGIN), async (c, next) => {
    c.set('config', config)
    await next()
  })
  const bypass = (c: Context<AppEnv>) => site.fetch(c.req.raw, c.env, c.executionCtx)
  const { serve, fromMemory } = servePages({ ...pageCache, site, config, now })
  for (const locale of locales) {
    app.get(href(locale, 'home'), async (c, next) =>
      homeTarget(c.req.path, c.req.raw.headers, config) === null ? next() : bypass(c),
    )
    app.route(localePrefix(locale) || '/', publicRoutes(serve))
  }
  app.all('*', bypass)
  app.onError((error, c) => {
    logEvent({ event: 'page-cache-failed', route: routeOf(c.req.path), error: error.stack })
    return bypass(c)
  })
  return { fetch: serveAll(app), routes, fromMemory }
}

type SiteOptions = Required<Omit<AppOptions, 'countDemand'>>

/** Creates the storefront without the page cache. */
function createSite({ config, connect, pageCache, now }: SiteOptions) {
  const app = new Hono<AppEnv>()
  app.use(redirectToHttps(config.SITE_ORIGIN))
  // Without a header name, hono ignores ids the client sends.
  app.use(
    requestId({
      headerName: '',
      generator: () => currentScope()?.requestId ?? crypto.randomUUID(),
    }),
    withConfig(config, now),
    withLocale(),
    withSecurityHeaders(config),
  )
  app.get('/healthz', (c) => c.text('ok', 200, { 'Cache-Control': cacheControl.none }))
  app.use(redirectToCanonical(), rejectForeignPosts(), storeMarketingCodes())
  app.get('/consent.css', consentStyles)
  app.post('/consent', ...formBody(consentFields), acceptConsent)
  app.post('/locale', ...formBody(localeFields), switchLocale)
  for (const locale of locales) app.get(href(locale, 'home'), redirectHome())
  app.get('/robots.txt', robotsTxt)
  for (const locale of locales) {
    app.get(href(locale, 'manifest'), webManifest)
    app.get(href(locale, 'esimManifest'), esimManifest)
  }
  app.use(clearRejectedSessions(), withApiClient(connect, pageCache, now))
  addDataEndpoints(app)
  app.use(withDocument())
  for (const locale of locales) {
    // Registered after `withDocument`, because a wrong secret in their URL shows an error page.
    app.get(href(locale, 'activationCalendar'), ...secretLink(), activationCalendar)
    app.get(href(locale, 'tripPicture'), ...secretLink(), tripPicture)
    app.route(localePrefix(locale) || '/', siteRoutes())
  }
  app.notFound(notFoundPage)
  app.onError(onError)
  return app
}

/** Adds endpoints that need the API and do not return HTML. */
function addDataEndpoints(app: Hono<AppEnv>): void {
  app.post(failedSearchPath, ...formBody(failedSearchFields), receiveFailedSearch)
  app.get(sitemapPath, edgeCache(), sitemapXml)
  app.get('*', sitemapParts())
  for (const locale of locales) {
    app.get(href(locale, 'countrySuggestions'), countrySuggestions)
    app.get(localePrefix(locale) + feedPath, edgeCache(), blogXml)
    app.get(localePrefix(locale) + mapPath, edgeCache(), validParams(mapParams), mapSvg)
    app.get(
      localePrefix(locale) + picturePath,
      allowCrossOrigin(),
      edgeCache(),
      validParams(pictureParams),
      picturePng,
    )
  }
}

function withConfig(config: StorefrontConfig, now: () => number) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('config', config)
    c.set('currencies', config.CURRENCIES)
    c.set('now', now)
    await next()
    // `c.header` would copy the response.
    c.res.headers.set('X-Request-ID', c.get('requestId'))
  })
}
