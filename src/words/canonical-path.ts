import { product } from '../kit/product.shared.ts'
import {
  defaultLocale,
  knownLocales,
  localeOf,
  localePrefix,
  locales,
  settingsOf,
} from './locales.shared.ts'
import { pathsOf } from './paths.shared.ts'

/** Control characters and encoded slashes. A redirect to a path with them could leave the site. */
const suspicious = /%(?:0|1|7f|2f|5c)|[\p{Cc}\\]/iu

/** Most paths of pages. Only the rules for `/en` and for old plan paths can change them. */
const plain = /^(?:\/[a-z\d._-]+)+$/

/** Characters of the longest path that is redirected. Paths of pages have at most 200. */
const maxLength = 1000

/**
 * Returns the path and query of a permanent redirect, or null when the path is canonical. Applies
 * all rules together. Removes `/en`, languages that are switched off, and trailing slashes, lowercases
 * languages, pages and country codes, and decodes characters that need no encoding. Maps old plan
 * paths to the country's page.
 */
export function canonicalPath(pathname: string, search: string): string | null {
  if (plain.test(pathname) && !superfluous.test(pathname) && !pathname.endsWith('/tariffs'))
    return null
  if (pathname.length > maxLength || suspicious.test(pathname)) return null
  const { prefix, rest } = splitPrefix(decodeUnreserved(pathname))
  const segments = withoutEmptyEnds(rest.split('/'))
  const target = oldPlanPath(segments) ?? { segments: lowerPage(segments), operator: null }
  const path = target.segments.map((segment) => `/${segment}`).join('')
  const address = (prefix + path || '/') + withOperator(search, target.operator)
  return address === pathname + search ? null : address
}

const offPrefixes = knownLocales
  .filter((locale) => !locales.includes(locale))
  .map((locale) => settingsOf(locale).prefix.slice(1))
const superfluous = new RegExp(
  `^(?:/+(?:${[defaultLocale, ...offPrefixes].join('|')})(?=/|$))+`,
  'i',
)

function splitPrefix(pathname: string): { prefix: string; rest: string } {
  const path = pathname.replace(superfluous, '').replace(/^\/*/, '/')
  const prefix = localePrefix(localeOf(path.toLowerCase()))
  return { prefix, rest: path.slice(prefix.length) }
}

/** Returns the only spelling of a path (RFC 3986, section 6.2.2). */
function decodeUnreserved(pathname: string): string {
  if (!pathname.includes('%')) return pathname
  return pathname.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
  })
}

/** Removes empty segments at both ends. Other empty segments stay, so that `/a//b` is not found. */
function withoutEmptyEnds(segments: readonly string[]): readonly string[] {
  const first = segments.findIndex((segment) => segment !== '')
  const last = segments.findLastIndex((segment) => segment !== '')
  return first === -1 ? [] : segments.slice(first, last + 1)
}

/** Maps `{slug}/{country}[/{sub}][/{operator}]/tariffs` (specification, section 2). */
function oldPlanPath(segments: readonly string[]) {
  const { slug } = product
  const [first = '', country = '', ...rest] = segments
  const isOld =
    first.toLowerCase() === slug &&
    /^[a-z]{2}$/i.test(country) &&
    rest.at(-1) === 'tariffs' &&
    rest.length <= 3 &&
    !rest.includes('')
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

/** Lowercases the path of a page, except identifiers. Paths of no page stay, and are not found. */
function lowerPage(segments: readonly string[]): readonly string[] {
  const lower = segments.map((segment) => segment.toLowerCase())
  const page = Object.values(pathsOf(product.slug))
    .map((path) => path.split('/').slice(1))
    .find((parts) => isPathOf(parts, lower))
  if (page === undefined) return segments
  const isOfCountry = page[2]?.startsWith(':country') && /^[a-z]{2}$/.test(lower[2] ?? '')
  return segments.map((segment, index) =>
    isOfCountry || !page[index]?.startsWith(':') ? (lower[index] ?? '') : segment,
  )
}

/** Whether a path has the parts of a page's path, such as `countries`, `:country` and `:region?`. */
function isPathOf(parts: readonly string[], segments: readonly string[]): boolean {
  const isComplete = parts.slice(segments.length).every((part) => part.endsWith('?'))
  return (
    isComplete &&
    segments.every((segment, index) => {
      const part = parts[index] ?? ''
      return part.startsWith(':') ? segment !== '' : part === segment && part !== ''
    })
  )
}

function withOperator(search: string, operator: string | null): string {
  if (operator === null) return search
  const others = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^operator(?:=|$)/.test(pair))
  return `?${[...others, `operator=${queryValue(operator)}`].join('&')}`
}

/** Encodes the characters of a path segment that have another meaning in a query. */
function queryValue(segment: string): string {
  return segment.replace(/[&+]/g, encodeURIComponent)
}
