import type { Context, Handler } from 'hono'
import { mainCountry } from '../../domain/product.ts'
import { defaultLocale, locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import type { PathName, PathParams } from '../../locale/paths.ts'
import { tariffsPerSitemap } from '../../api/dictionaries.ts'
import type { ApiClient } from '../../api/api-client.ts'
import type { AppEnv } from '../app-env.ts'

export const sitemapPath = '/sitemap.xml'
const pagesPath = '/sitemap-pages.xml'
export const sitemapPartPath = '/:part{sitemap-(?:pages|plans-[1-9][0-9]{0,3})\\.xml}'

const publicPages = [
  'home',
  'product',
  'countries',
  'worldRegion',
  'regions',
  'tariffs',
  'questions',
  'blog',
  'feedback',
  'about',
  'contacts',
  'sitemap',
  'dataPolicy',
  'userAgreement',
] as const
const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Names the parts: one of pages and countries, and as many of plans as there are, far below the 50 000 addresses a part may have. */
export const sitemapXml: Handler<AppEnv> = async (c) => {
  const { config, dictionaries } = c.var
  const marks = await dictionaries.sitemapParts()
  if (marks.failed) return comeLater(c)
  const parts = [pagesPath, ...marks.list.map((_, index) => `/sitemap-plans-${index + 1}.xml`)]
  const entries = parts.map((path) => `<sitemap><loc>${config.SITE_ORIGIN}${path}</loc></sitemap>`)
  return xml(c, `<sitemapindex xmlns="${namespace}">\n${entries.join('\n')}\n</sitemapindex>`)
}

export const sitemapPartXml: Handler<AppEnv, typeof sitemapPartPath> = async (c, next) => {
  const { config, dictionaries, api } = c.var
  const [, number] = /^sitemap-plans-(\d+)/.exec(c.req.param('part')) ?? []
  if (number === undefined) return pagesPart(c)

  const marks = await dictionaries.sitemapParts()
  if (marks.failed) return comeLater(c)
  const from = marks.list[Number(number) - 1]
  if (from === undefined) return next()
  const plans = await api.tariffIndex({ from, limit: tariffsPerSitemap })
  if (!plans.ok) return comeLater(c)
  return xml(
    c,
    urlset(
      plans.value.data.map(({ tariffID, operatorIdent: operator }) =>
        urls(config.SITE_ORIGIN, 'tariff', { operator, tariffID }),
      ),
    ),
  )
}

/** Half a list would tell search engines that the rest is gone: what cannot be had whole is asked for later. */
async function pagesPart(c: Context<AppEnv>): Promise<Response> {
  const { dictionaries, api, config } = c.var
  const [countries, faq, posts] = await Promise.all([
    dictionaries.countries(),
    dictionaries.faq(),
    allPosts(api),
  ])
  const hasMain = countries.list.some((each) => each.countryCode2Letters === mainCountry)
  const regions = hasMain ? await dictionaries.regions(mainCountry) : { list: [], failed: false }
  if (countries.failed || regions.failed || faq.failed || posts === null) return comeLater(c)
  const { SITE_ORIGIN: origin } = config
  return xml(
    c,
    urlset([
      ...publicPages.map((name) => urls(origin, name, {})),
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
      ...posts.map((id) => urls(origin, 'post', { id })),
    ]),
  )
}

/** Their ids; null when one of the lists that hold them cannot be had. */
async function allPosts(api: ApiClient): Promise<string[] | null> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const posts = await api.blogs({ per_page: 100, page })
    if (!posts.ok) return null
    ids.push(...posts.value.data.map(({ id }) => id))
    if (!posts.value.hasMore || posts.value.data.length === 0) return ids
  }
}

/** A page in every language, each with links to all of them. */
function urls<Name extends PathName>(origin: string, name: Name, params: PathParams<Name>): string {
  const inLanguage = (locale: Locale) => origin + href(locale, name, params)
  const links = [
    ...locales.map((locale) => alternate(locale, inLanguage(locale))),
    alternate('x-default', inLanguage(defaultLocale)),
  ].join('')
  return locales.map((locale) => `<url><loc>${inLanguage(locale)}</loc>${links}</url>`).join('\n')
}

function alternate(lang: string, at: string): string {
  return `<xhtml:link rel="alternate" hreflang="${lang}" href="${at}"/>`
}

function urlset(entries: readonly string[]): string {
  return `<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>`
}

function xml(c: Context<AppEnv>, body: string): Response {
  return c.body(`${declaration}\n${body}\n`, 200, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
  })
}

function comeLater(c: Context<AppEnv>): Response {
  return c.text(c.var.words('errors.listFailed'), 503, {
    'Cache-Control': 'no-store',
    'Retry-After': '600',
  })
}
