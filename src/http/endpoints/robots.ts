import type { Context } from 'hono'
import { product } from '../../domain/product.ts'
import { localePrefix, locales } from '../../locale/locales.ts'
import type { AppEnv } from '../app-env.ts'
import { sitemapPath } from './sitemap-xml.ts'

/** What search engines are asked to leave alone: pages that are somebody's. */
export function robotsTxt(c: Context<AppEnv>): Response {
  const kept = [
    `/${product.slug}-order`,
    `/${product.slug}-instruction?`,
    `/${product.slug}-operator-info`,
    '/payment/',
    '/account',
    '/referral-program',
    '/dev/',
  ]
  const lines = [
    'User-agent: *',
    ...locales.flatMap((locale) => kept.map((path) => `Disallow: ${localePrefix(locale)}${path}`)),
    `Sitemap: ${c.var.config.SITE_ORIGIN}${sitemapPath}`,
  ]
  return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=3600' })
}
