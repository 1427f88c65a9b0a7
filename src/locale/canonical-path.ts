import { product } from '../domain/product.ts'

/** A control character or a slash in disguise: no such path is ours, and a redirect built on it could leave the site. */
const suspicious = /%(?:0|1|7f|2f|5c)|[\p{Cc}\\]/iu

/**
 * Where a path has permanently moved, in one hop, or null when it is where it belongs: `/en/…` → `/…`, old tariff paths → the
 * country's page, upper-case country codes → lower case, trailing slash → none. Takes and returns path with query.
 */
export function movedTo(
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
  const path = [prefix, ...moved.segments].filter((segment) => segment !== null).join('/')
  const target = `/${path}` + withOperator(search, moved.operator)
  return target === pathname + search ? null : target
}

function splitPrefix(pathname: string): { prefix: 'ru' | null; rest: string } {
  const withoutEnglish = pathname.replace(/^(?:\/en(?=\/|$))+/, '').replace(/^\/+/, '')
  const isRussian = /^ru(?=\/|$)/.test(withoutEnglish)
  return isRussian
    ? { prefix: 'ru', rest: withoutEnglish.slice(2) }
    : { prefix: null, rest: withoutEnglish }
}

/** Empty segments at either end go; one in the middle stays, so that `/a//b` is the unknown path it is. */
function isInside(index: number, all: readonly string[]): boolean {
  return (
    all.slice(0, index).some((segment) => segment !== '') &&
    all.slice(index).some((segment) => segment !== '')
  )
}

/** `{slug}/{country}[/{sub}][/{operator}]/tariffs`, as links of the former shop read. */
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
  const kept = [
    slug,
    'countries',
    country.toLowerCase(),
    ...(sub === undefined ? [] : [sub.toLowerCase()]),
  ]
  return { segments: kept, operator: operator ?? null }
}

function lowerCatalogue(segments: readonly string[], slug: string): readonly string[] {
  if (segments[0]?.toLowerCase() !== slug) return segments
  const [, section = '', country = '', ...rest] = segments
  const isOfCountry =
    ['countries', 'regions'].includes(section.toLowerCase()) && /^[a-z]{2}$/i.test(country)
  if (!isOfCountry) return [slug, ...segments.slice(1)]
  return [slug, section, country, ...rest].map((segment) => segment.toLowerCase())
}

/** The path names the operator; another one in the query gives way, or the page would take that. */
function withOperator(search: string, operator: string | null): string {
  if (operator === null) return search
  const others = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^operator(?:=|$)/.test(pair))
  return `?${[...others, `operator=${operator}`].join('&')}`
}
