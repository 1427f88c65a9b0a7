import type { Next } from 'hono'
import { every } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import type { ApiClient } from './api/api-client.ts'
import { pageSize, planIndexSize } from '../kit/limits.shared.ts'
import { mainCountry } from '../kit/product.shared.ts'
import { defaultLocale, locales, localePrefix, type Locale } from '../words/locales.shared.ts'
import { listedHref, listedPages, pageNames, pageTable } from '../words/page-table.ts'
import type { PageName } from '../words/page-table.ts'
import { href, paths, type PathName, type PathParams } from '../words/paths.shared.ts'
import type { AppContext, AppEnv } from './app-env.ts'
import { edgeCache } from './middleware.ts'
import { cacheControl } from '../kit/http.ts'
import { retryLater } from './error-pages.tsx'

export const sitemapPath = '/sitemap.xml'
const pagesPath = '/sitemap-pages.xml'
const partPath = /^\/sitemap-(?:pages|plans-([1-9]\d{0,3}))\.xml$/

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export async function sitemapXml(c: AppContext): Promise<Response> {
  const { config, dictionaries } = c.var
  const planParts = await dictionaries.sitemapParts()
  if (planParts.hasFailed) return retryLater(c)
  const parts = [pagesPath, ...planParts.list.map((_, index) => `/sitemap-plans-${index + 1}.xml`)]
  const entries = parts.map((path) => `<sitemap><loc>${config.SITE_ORIGIN}${path}</loc></sitemap>`)
  return xml(c, `<sitemapindex xmlns="${namespace}">\n${entries.join('\n')}\n</sitemapindex>`)
}

/**
 * Serves the parts of the sitemap. Their path cannot be a route: with a parameter beside literals,
 * hono uses a router that takes a twentieth of the CPU time of a page.
 */
export function sitemapParts() {
  const servePart = every(edgeCache(), sitemapPartXml)
  return createMiddleware<AppEnv>(async (c, next) =>
    partPath.test(c.req.path) ? servePart(c, next) : next(),
  )
}

async function sitemapPartXml(c: AppContext, next: Next): Promise<Response | void> {
  const { config, dictionaries, api } = c.var
  const [, number] = partPath.exec(c.req.path) ?? []
  if (number === undefined) return pagesPart(c)

  const planParts = await dictionaries.sitemapParts()
  if (planParts.hasFailed) return retryLater(c)
  const from = planParts.list[Number(number) - 1]
  if (from === undefined) return next()
  const plans = await api.tariffIndex({ from, limit: planIndexSize.max })
  if (!plans.ok) return retryLater(c)
  return xml(
    c,
    urlset(
      plans.value.data.map(({ tariffID, operatorIdent: operator }) =>
        urls(config.SITE_ORIGIN, 'tariff', { operator, tariffID }),
      ),
    ),
  )
}

/** Fails without a complete list, because search engines would treat missing pages as deleted. */
async function pagesPart(c: AppContext): Promise<Response> {
  const { dictionaries, apiIn, config } = c.var
  const [countries, faq, ...posts] = await Promise.all([
    dictionaries.countries(),
    dictionaries.faq(),
    ...locales.map(async (locale) => allPosts(apiIn(locale))),
  ])
  const hasMain = countries.list.some((each) => each.countryCode2Letters === mainCountry)
  const regions = hasMain ? await dictionaries.regions(mainCountry) : { list: [], hasFailed: false }
  if (countries.hasFailed || regions.hasFailed || faq.hasFailed || posts.includes(null))
    return retryLater(c)
  const { SITE_ORIGIN: origin } = config
  return xml(
    c,
    urlset([
      ...listedPages
        .filter(({ name, noindex }) => !noindex && (name !== 'regions' || regions.list.length > 0))
        .map(({ name }) => alternates(origin, (locale) => listedHref(locale, name))),
      ...countries.list.map(({ countryCode2Letters: country }) =>
        urls(origin, 'country', { country }),
      ),
      ...regions.list.map(({ ident: region }) =>
        urls(origin, 'countryRegion', { country: mainCountry, region }),
      ),
      ...faq.list.flatMap(({ ident: block, questions }) => [
        urls(origin, 'questions', { block }),
        ...questions.map(({ ident: question }) => urls(origin, 'questions', { block, question })),
      ]),
      ...languagesOf(posts).map(([id, langs]) =>
        alternates(origin, (locale) => href(locale, 'post', { id }), langs),
      ),
    ]),
  )
}

/** Returns the languages of each post, from the lists of all languages in their order. */
function languagesOf(lists: readonly (readonly string[] | null)[]): [string, readonly Locale[]][] {
  const ids = new Set(lists.flatMap((list) => list ?? []))
  return Array.from(ids, (id) => [id, locales.filter((_, index) => lists[index]?.includes(id))])
}

async function allPosts(api: ApiClient): Promise<string[] | null> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const posts = await api.blogs({ per_page: pageSize.max, page })
    // An API without a blog answers 404.
    if (!posts.ok) return posts.error.status === 404 ? ids : null
    ids.push(...posts.value.data.map(({ id }) => id))
    if (!posts.value.hasMore || posts.value.data.length === 0) return ids
  }
}

function urls<Name extends PathName>(origin: string, name: Name, params: PathParams<Name>): string {
  return alternates(origin, (locale) => href(locale, name, params))
}

function alternates(
  origin: string,
  hrefIn: (locale: Locale) => string,
  langs: readonly Locale[] = locales,
): string {
  const [first = defaultLocale] = langs
  const others = langs.includes(defaultLocale) ? defaultLocale : first
  const links = [
    ...langs.map((locale) => alternate(locale, origin + hrefIn(locale))),
    alternate('x-default', origin + hrefIn(others)),
  ]
  return langs
    .map(
      (locale) =>
        `<url><loc>${origin}${hrefIn(locale)}</loc>${locales.length > 1 ? links.join('') : ''}</url>`,
    )
    .join('\n')
}

function alternate(lang: string, at: string): string {
  return `<xhtml:link rel="alternate" hreflang="${lang}" href="${at}"/>`
}

function urlset(entries: readonly string[]): string {
  return `<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>`
}

function xml(c: AppContext, body: string): Response {
  return c.body(`${declaration}\n${body}\n`, 200, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': cacheControl.hour,
  })
}

export function robotsTxt(c: AppContext): Response {
  const privatePaths = pageNames
    .filter((name) => ['private', 'customer', 'partner'].includes(pageTable[name].access))
    .map(disallowedPath)
  const lines = [
    'User-agent: *',
    ...locales.flatMap((locale) =>
      [...privatePaths, '/dev/'].map((path) => `Disallow: ${localePrefix(locale)}${path}`),
    ),
    `Sitemap: ${c.var.config.SITE_ORIGIN}${sitemapPath}`,
  ]
  return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': cacheControl.hour })
}

/** The instructions are public without a query. With a query they show a purchased eSIM. */
function disallowedPath(name: PageName): string {
  return name === 'instruction' ? `${paths[name]}?` : paths[name]
}
