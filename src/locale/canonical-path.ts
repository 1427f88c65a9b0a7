import { product } from '../domain/product.ts'
import { defaultLocale, localeOf, localePrefix } from './locales.ts'

/** Control characters and encoded slashes: a redirect to such a path could leave the site. */
const suspicious = /%(?:0|1|7f|2f|5c)|[\p{Cc}\\]/iu

/**
 * The permanent address of a path, in one redirect, or null for a path that is canonical already:
 * `/en/…` → `/…`, old tariff paths → the country's page, upper-case country codes → lower case,
 * trailing slash → none. Returns path and query.
 */
export function canonicalPath(
  pathname: string,
  search: string,
  slug: string = product.slug,
): string | null {
  if (suspicious.test(pathname)) return null
  const { prefix, rest } = splitPrefix(pathname)
  const segments = rest
    .split('/')
    .filter((segment, index, all) => segment !== '' || isInside(index, all))
  const moved = oldTariffPath(segments, slug) ?? {
    segments: lowerCatalogue(segments, slug),
    operator: null,
  }
  const path = moved.segments.map((segment) => `/${segment}`).join('')
  const target = (prefix + path || '/') + withOperator(search, moved.operator)
  return target === pathname + search ? null : target
}

const defaultPrefix = new RegExp(`^(?:/${defaultLocale}(?=/|$))+`)

function splitPrefix(pathname: string): { prefix: string; rest: string } {
  const path = pathname.replace(defaultPrefix, '').replace(/^\/*/, '/')
  const prefix = localePrefix(localeOf(path))
  return { prefix, rest: path.slice(prefix.length) }
}

/** Empty segments at either end are dropped; `/a//b` stays the unknown path that it is. */
function isInside(index: number, all: readonly string[]): boolean {
  return (
    all.slice(0, index).some((segment) => segment !== '') &&
    all.slice(index).some((segment) => segment !== '')
  )
}

/** `{slug}/{country}[/{sub}][/{operator}]/tariffs`: the tariff paths of the specification, section 2. */
function oldTariffPath(segments: readonly string[], slug: string) {
  const [first = '', country = '', ...rest] = segments
  const isOld =
    first.toLowerCase() === slug &&
    /^[a-z]{2}$/i.test(country) &&
    rest.at(-1) === 'tariffs' &&
    rest.length <= 3
  if (!isOld) return null
  const [sub, operator] =
    rest.length === 3 ? rest : [undefined, rest.length === 2 ? rest[0] : undefined]
  const target = [
    slug,
    'countries',
    country.toLowerCase(),
    ...(sub === undefined ? [] : [sub.toLowerCase()]),
  ]
  return { segments: target, operator: operator ?? null }
}

function lowerCatalogue(segments: readonly string[], slug: string): readonly string[] {
  if (segments[0]?.toLowerCase() !== slug) return segments
  const [, section = '', country = '', ...rest] = segments
  const isOfCountry =
    ['countries', 'regions'].includes(section.toLowerCase()) && /^[a-z]{2}$/i.test(country)
  if (!isOfCountry) return [slug, ...segments.slice(1)]
  return [slug, section, country, ...rest].map((segment) => segment.toLowerCase())
}

/** The operator of the path replaces one in the query. */
function withOperator(search: string, operator: string | null): string {
  if (operator === null) return search
  const others = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^operator(?:=|$)/.test(pair))
  return `?${[...others, `operator=${operator}`].join('&')}`
}
