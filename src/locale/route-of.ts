import { defaultLocale, pathInLocale } from './locales.ts'
import { isInOffice, officePath } from './office-paths.ts'
import { paths } from './paths.ts'

/**
 * URLs that are not pages, by their first segment. The rest of the URL may contain the id of an
 * order.
 */
const otherRoutes = new Set([
  'callbacks',
  'consent',
  'consent.css',
  'dev',
  'failed-search',
  'healthz',
  'locale',
  'robots.txt',
  'sitemap.xml',
  'sitemaps',
])

const patterns = Object.values(paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`),
}))
const fixed = new Set<string>(Object.values(paths))

/**
 * Returns the route pattern of a path, for logs: `/esim/countries/:country` for
 * `/ru/esim/countries/tr`. It contains nothing that a visitor typed.
 */
export function routeOf(pathname: string): string {
  const path = pathInLocale(defaultLocale, pathname)
  if (fixed.has(path)) return path
  const page = patterns.find(({ pattern }) => pattern.test(path))
  if (page) return page.path
  if (isInOffice(path)) return officePath
  const [, first = ''] = path.split('/')
  return otherRoutes.has(first) ? `/${first}` : 'unknown'
}
