import type { Context } from 'hono'
import { product } from '../shared/domain/product.ts'
import { localePrefix, locales } from '../shared/locale/locale.ts'
import { href } from '../shared/locale/paths.ts'
import type { AppEnv } from './env.ts'

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

/** What search engines are asked to leave alone: pages that are somebody's. */
export function robotsTxt(c: Context<AppEnv>): Response {
  const kept = [
    `/${product.slug}-order`,
    `/${product.slug}-instruction?`,
    `/${product.slug}-operator-info`,
    '/payment/',
    '/dev/',
  ]
  const lines = [
    'User-agent: *',
    ...locales.flatMap((locale) => kept.map((path) => `Disallow: ${localePrefix(locale)}${path}`)),
    `Sitemap: ${c.var.config.SITE_ORIGIN}/sitemap.xml`,
  ]
  return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=3600' })
}

/** Every public page and country, each with its other language. */
export async function sitemapXml(c: Context<AppEnv>): Promise<Response> {
  const { config, dictionaries } = c.var
  const countries = await dictionaries.countries()
  const pages = [
    ...publicPages.map((name) => locales.map((locale) => [locale, href(locale, name)] as const)),
    ...countries.list.map(({ countryCode2Letters: country }) =>
      locales.map((locale) => [locale, href(locale, 'country', { country })] as const),
    ),
  ]
  const urls = pages.flatMap((versions) =>
    versions.map(([, path]) => {
      const links = versions.map(
        ([locale, other]) =>
          `<xhtml:link rel="alternate" hreflang="${locale}" href="${config.SITE_ORIGIN}${other}"/>`,
      )
      return `<url><loc>${config.SITE_ORIGIN}${path}</loc>${links.join('')}</url>`
    }),
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
  return c.body(xml, 200, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
  })
}
