import { localePrefix, locales } from '../../locale/locales.ts'
import { pageNames, pageTable } from '../../locale/page-table.ts'
import type { PageName } from '../../locale/page-table.ts'
import { paths } from '../../locale/paths.ts'
import type { AppContext } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { sitemapPath } from './sitemap-xml.ts'

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
