import { Hono } from 'hono'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Config } from './config/storefront-config.ts'
import { acceptConsent, consentStyles } from './http/endpoints/consent.ts'
import { countrySuggestions } from './http/endpoints/country-suggestions.ts'
import { withDocument } from './http/page/document.tsx'
import type { AppEnv } from './http/app-env.ts'
import { blogXml } from './http/endpoints/blog-feed.ts'
import { notFound, onError } from './http/page/error-pages.tsx'
import { kept } from './http/middleware/edge-cache.ts'
import { greetInLanguage, switchLocale, withLocale } from './http/middleware/locale.ts'
import { rememberMarketing } from './http/middleware/marketing-codes.ts'
import { forOthers, picturePath, picturePng } from './http/endpoints/share-pictures.ts'
import { redirectMoved, redirectRoot } from './http/middleware/redirects.ts'
import { robotsTxt } from './http/endpoints/robots.ts'
import { refuseForeignPosts, withSecurityHeaders } from './http/middleware/security.ts'
import { forgetRefusedSessions } from './http/middleware/session-cookies.ts'
import type { SessionOwner } from './http/middleware/session-cookies.ts'
import {
  sitemapPartPath,
  sitemapPartXml,
  sitemapPath,
  sitemapXml,
} from './http/endpoints/sitemap-xml.ts'
import { webManifest } from './http/endpoints/web-manifest.ts'
import { site } from './routes.ts'
import { localePrefix, locales } from './locale/locales.ts'
import { href } from './locale/paths.ts'
import { feedPath } from './ui/feed-link.tsx'
import { createDictionaries } from './api/dictionaries.ts'
import { createApiClient } from './api/api-client.ts'
import type { Fetch } from './api/api-client.ts'

type Shop = {
  readonly config: Config
  /** How to ask the API, and where its paths begin. */
  readonly connect: (c: Context<AppEnv>) => { fetch: Fetch; origin: string }
  readonly now?: () => number
}

/** The shop over any API: the worker gives it the real one, a test a server of its own. */
export function createApp({ config, connect, now = Date.now }: Shop) {
  const app = new Hono<AppEnv>()
  app.use(withConfig(config), withLocale(), withSecurityHeaders())
  app.get('/healthz', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }))
  app.use(redirectMoved(), refuseForeignPosts(), rememberMarketing())
  app.get('/consent.css', consentStyles())
  app.post('/consent', acceptConsent())
  app.post('/locale', switchLocale())
  app.get('/', redirectRoot(), greetInLanguage())
  app.get('/robots.txt', robotsTxt)
  for (const locale of locales) app.get(href(locale, 'manifest'), webManifest)
  app.use(forgetRefusedSessions(), withApiClient(connect, now))
  app.get(sitemapPath, kept(), sitemapXml)
  app.get(sitemapPartPath, kept(), sitemapPartXml)
  for (const locale of locales) {
    app.get(href(locale, 'countrySuggestions'), countrySuggestions)
    app.get(localePrefix(locale) + feedPath, kept(), blogXml)
    app.get(localePrefix(locale) + picturePath, forOthers(), kept(), picturePng)
  }
  app.use(withDocument())
  for (const locale of locales) app.route(localePrefix(locale) || '/', site())
  app.notFound(notFound)
  app.onError(onError)
  return app
}

function withConfig(config: Config) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('config', config)
    c.set('requestID', crypto.randomUUID())
    await next()
    c.header('X-Request-ID', c.var.requestID)
  })
}

function withApiClient(connect: Shop['connect'], now: () => number) {
  const dictionariesOf = createDictionaries(now)
  return createMiddleware<AppEnv>(async (c, next) => {
    const { locale, requestID } = c.var
    const connection = {
      ...connect(c),
      locale,
      requestID,
      clientAddress: c.req.header('CF-Connecting-IP') ?? '',
      onUnauthorized: (owner: SessionOwner) => c.var.refusedSessions.add(owner),
    }
    let isWhole = true
    const onOutage = () => void (isWhole = false)
    const bindings = {
      kv: c.env.CACHE,
      waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
      onOutage,
    }
    c.set('api', createApiClient({ ...connection, onOutage }))
    // A dictionary has older copies: it tells by itself when it has none.
    c.set('dictionaries', dictionariesOf(createApiClient(connection), locale, bindings))
    await next()
    // What lacks something is for this moment only.
    if (!isWhole) c.header('Cache-Control', 'no-store')
  })
}
