import { Hono } from 'hono'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { createApiClient } from './api/api-client.ts'
import type { Fetch } from './api/api-client.ts'
import { createDictionaries } from './api/dictionaries.ts'
import type { StorefrontConfig } from './config/storefront-config.ts'
import type { AppEnv } from './http/app-env.ts'
import { cacheControl } from './http/cache-control.ts'
import { blogXml } from './http/endpoints/blog-feed.ts'
import { acceptConsent, consentStyles } from './http/endpoints/consent.ts'
import { countrySuggestions } from './http/endpoints/country-suggestions.ts'
import { switchLocale } from './http/endpoints/locale-switch.ts'
import { robotsTxt } from './http/endpoints/robots.ts'
import { allowCrossOrigin, picturePng } from './http/endpoints/share-pictures.ts'
import {
  sitemapPartPath,
  sitemapPartXml,
  sitemapPath,
  sitemapXml,
} from './http/endpoints/sitemap-xml.ts'
import { webManifest } from './http/endpoints/web-manifest.ts'
import { edgeCache } from './http/middleware/edge-cache.ts'
import { redirectHomeByLanguage, withLocale } from './http/middleware/locale.ts'
import { storeMarketingCodes } from './http/middleware/marketing-codes.ts'
import { redirectRoot, redirectToCanonical } from './http/middleware/redirects.ts'
import { rejectForeignPosts, withSecurityHeaders } from './http/middleware/security.ts'
import { clearRejectedSessions } from './http/middleware/session-cookies.ts'
import type { SessionOwner } from './http/middleware/session-cookies.ts'
import { withDocument } from './http/page/document.tsx'
import { notFoundPage, onError } from './http/page/error-pages.tsx'
import { formBody } from './http/page/form-request.ts'
import { localePrefix, locales } from './locale/locales.ts'
import { href, paths } from './locale/paths.ts'
import { siteRoutes } from './routes.ts'
import { feedPath } from './ui/feed-link.tsx'

type AppOptions = {
  readonly config: StorefrontConfig
  readonly connect: (c: Context<AppEnv>) => { fetch: Fetch; origin: string }
  readonly now?: () => number
}

/** Creates the storefront over any API: the embedded backend, a remote server, or a test server. */
export function createApp({ config, connect, now = Date.now }: AppOptions) {
  const app = new Hono<AppEnv>()
  // Without a header name, hono ignores ids the client sends.
  app.use(requestId({ headerName: '' }), withConfig(config), withLocale(), withSecurityHeaders())
  app.get('/healthz', (c) => c.text('ok', 200, { 'Cache-Control': cacheControl.none }))
  app.use(redirectToCanonical(), rejectForeignPosts(), storeMarketingCodes())
  app.get('/consent.css', consentStyles())
  app.post('/consent', ...formBody(), acceptConsent())
  app.post('/locale', ...formBody(), switchLocale())
  app.get('/', redirectRoot(), redirectHomeByLanguage())
  app.get('/robots.txt', robotsTxt)
  for (const locale of locales) app.get(href(locale, 'manifest'), webManifest)
  app.use(clearRejectedSessions(), withApiClient(connect, now))
  app.get(sitemapPath, edgeCache(), sitemapXml)
  app.get(sitemapPartPath, edgeCache(), sitemapPartXml)
  for (const locale of locales) {
    app.get(href(locale, 'countrySuggestions'), countrySuggestions)
    app.get(localePrefix(locale) + feedPath, edgeCache(), blogXml)
    const picturePath = localePrefix(locale) + paths.sharePicture
    app.get(picturePath, allowCrossOrigin(), edgeCache(), picturePng)
  }
  app.use(withDocument())
  for (const locale of locales) app.route(localePrefix(locale) || '/', siteRoutes())
  app.notFound(notFoundPage)
  app.onError(onError)
  return app
}

function withConfig(config: StorefrontConfig) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('config', config)
    c.set('currencies', config.CURRENCIES)
    await next()
    c.header('X-Request-ID', c.var.requestId)
  })
}

function withApiClient(connect: AppOptions['connect'], now: () => number) {
  const dictionariesOf = createDictionaries(now)
  return createMiddleware<AppEnv>(async (c, next) => {
    const { config, locale, requestId: id } = c.var
    const connection = {
      ...connect(c),
      locale,
      requestId: id,
      clientAddress: c.req.header('CF-Connecting-IP') ?? '',
      storefrontKey: config.STOREFRONT_KEY,
      onUnauthorized: (owner: SessionOwner) => c.var.rejectedSessions.add(owner),
    }
    let isComplete = true
    const onOutage = () => void (isComplete = false)
    const bindings = {
      kv: c.env.CACHE,
      waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
      onOutage,
    }
    c.set('api', createApiClient({ ...connection, onOutage }))
    // Dictionaries report an outage only when they have no stale copy.
    c.set('dictionaries', dictionariesOf(createApiClient(connection), locale, bindings))
    await next()
    if (!isComplete) c.header('Cache-Control', cacheControl.none)
  })
}
