import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import type { StorefrontConfig } from './storefront-settings.ts'
import { currentScope } from './kit/log.ts'
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
import { withApiClient, type ApiConnector } from './site/provide-api.ts'
import {
  edgeCache,
  marketingCookies,
  withLocale,
  redirectToHttps,
  storeMarketingCodes,
  redirectHome,
  redirectToCanonical,
} from './site/middleware.ts'
import { rejectForeignPosts, withSecurityHeaders } from './site/security.ts'
import { confirmOwnForms } from './site/form-notices.ts'
import { clearRejectedSessions } from './site/cookies.ts'
import type { VersionOptions } from './site/content-version.ts'
import type { ShopPages } from './site/serve-page.ts'
import { withDocument } from './site/document.tsx'
import { notFoundPage, onError } from './site/error-pages.tsx'
import { formBody } from './site/form-input.ts'
import { localePrefix, locales } from './words/locales.shared.ts'
import { href } from './words/paths.shared.ts'
import { failedSearchPath } from './plans/demand.shared.ts'
import { pages, siteRoutes } from './routes.ts'
import { feedPath } from './ui/navigation.tsx'

type AppOptions = {
  readonly config: StorefrontConfig
  readonly connect: ApiConnector
  /** The version of stored pages, or null if every page is rendered for every request. */
  readonly versions: VersionOptions | null
  readonly now?: () => number
}

/** The storefront, and its routes for tests. */
type App = ShopPages & Pick<Hono<AppEnv>, 'routes'>

/**
 * Creates the storefront over any API: the embedded backend, a remote server, or a test server. Its
 * public pages can be stored by `servePages`.
 */
export function createApp({ config, connect, versions, now = Date.now }: AppOptions): App {
  const site = createSite({ config, connect, versions, now })
  return {
    routes: site.routes,
    fetch: async (...visit) => site.fetch(...visit),
    addressOf: async (name, url) => (await pages[name]()).addressOf?.(url) ?? null,
    marketingCookies: ({ searchParams }) =>
      marketingCookies((name) => searchParams.get(name), config),
  }
}

type SiteOptions = Required<AppOptions>

function createSite({ config, connect, versions, now }: SiteOptions) {
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
  app.use(
    redirectToCanonical(),
    rejectForeignPosts(),
    confirmOwnForms(() => config),
    storeMarketingCodes(),
  )
  app.get('/consent.css', consentStyles)
  app.post('/consent', ...formBody(consentFields), acceptConsent)
  app.post('/locale', ...formBody(localeFields), switchLocale)
  for (const locale of locales) app.get(href(locale, 'home'), redirectHome())
  app.get('/robots.txt', robotsTxt)
  for (const locale of locales) {
    app.get(href(locale, 'manifest'), webManifest)
    app.get(href(locale, 'esimManifest'), esimManifest)
  }
  app.use(clearRejectedSessions(), withApiClient(connect, versions, now))
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
