import { Hono } from 'hono'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import type { StorefrontConfig } from './config/storefront-config.ts'
import { logEvent } from './domain/log-event.ts'
import { currentScope } from './domain/request-scope.ts'
import type { AppEnv } from './http/app-env.ts'
import { cacheControl } from './domain/cache-control.ts'
import { activationCalendar } from './http/endpoints/activation-calendar.ts'
import { blogXml } from './http/endpoints/blog-feed.ts'
import { acceptConsent, consentFields, consentStyles } from './http/endpoints/consent.ts'
import { failedSearchFields, receiveFailedSearch } from './http/endpoints/failed-search.ts'
import { mapParams, mapPath, mapSvg } from './http/endpoints/coverage-maps.ts'
import { countrySuggestions } from './http/endpoints/country-suggestions.ts'
import { localeFields, switchLocale } from './http/endpoints/locale-switch.ts'
import { robotsTxt } from './http/endpoints/robots.ts'
import { secretLink } from './http/endpoints/secret-link.ts'
import {
  allowCrossOrigin,
  pictureParams,
  picturePath,
  picturePng,
} from './http/endpoints/share-pictures.ts'
import { sitemapParts, sitemapPath, sitemapXml } from './http/endpoints/sitemap-xml.ts'
import { tripPicture } from './http/endpoints/trip-picture.ts'
import { esimManifest, webManifest } from './http/endpoints/web-manifest.ts'
import { withApiClient } from './http/middleware/provide-api.ts'
import type { ApiConnector } from './http/middleware/provide-api.ts'
import { edgeCache } from './http/middleware/edge-cache.ts'
import { withLocale } from './http/middleware/locale.ts'
import { redirectToHttps } from './http/middleware/https-redirect.ts'
import { storeMarketingCodes } from './http/middleware/marketing-codes.ts'
import { homeTarget, redirectHome } from './http/middleware/home-redirect.ts'
import { redirectToCanonical } from './http/middleware/redirects.ts'
import { rejectForeignPosts, withSecurityHeaders } from './http/middleware/security.ts'
import { clearRejectedSessions } from './http/cookies/session-cookies.ts'
import { servePages } from './http/page-cache/serve-page.ts'
import type { MemoryLookup, PageStorage } from './http/page-cache/serve-page.ts'
import { withDocument } from './http/page/document.tsx'
import { notFoundPage, onError } from './http/page/error-pages.tsx'
import { formBody } from './http/page/form-input.ts'
import { validParams } from './http/page/page-input.ts'
import { localePrefix, locales } from './locale/locales.ts'
import { href } from './locale/paths.ts'
import { routeOf } from './locale/route-of.ts'
import { failedSearchPath } from './domain/unmet-demand.ts'
import { withDemandCounter } from './http/demand-reports.ts'
import type { DemandCounter } from './http/demand-reports.ts'
import { publicRoutes, siteRoutes } from './routes.ts'
import { feedPath } from './ui/feed-link.tsx'

type AppOptions = {
  readonly config: StorefrontConfig
  readonly connect: ApiConnector
  /** Stores public pages, or null to render them for every request. */
  readonly pageCache: PageStorage | null
  readonly now?: () => number
  readonly countDemand?: DemandCounter
}

type App = Pick<Hono<AppEnv>, 'routes'> & {
  readonly fetch: ReturnType<typeof withDemandCounter>
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
    withDemandCounter(async (...call) => fetch(...call), countDemand)
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
