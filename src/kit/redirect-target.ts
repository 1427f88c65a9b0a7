const safePath = /^\/(?![/\\])[A-Za-z0-9\-._~/]*(?:\?[A-Za-z0-9\-._~=&%]*)?$/
/**
 * Forbids control characters. Browsers drop tabs and line breaks, which may leave two leading
 * slashes.
 */
const anyPath = /^\/(?![/\\])\P{Cc}*$/u
const anyOrigin = 'https://shop.invalid'

/**
 * Validates a redirect target from outside (`?redirect=`). Returns the path, or null if it is
 * invalid. A valid path has one leading slash and at most 512 characters, all of them safe, and
 * resolves to the shop's origin.
 */
export function safeTarget(target: unknown): string | null {
  if (typeof target !== 'string' || target.length > 512 || !safePath.test(target)) return null
  return resolveInside(target) === null ? null : target
}

/**
 * Validates the URL of a form's page, to redirect back to it. Returns path and query as a browser
 * resolves them, or null when they leave the shop. Accepts up to 4,096 characters of any kind,
 * because search queries contain them.
 */
export function pageOfForm(address: string): string | null {
  if (address.length > 4096 || !anyPath.test(address)) return null
  const resolved = resolveInside(address)
  return resolved && resolved.pathname + resolved.search
}

function resolveInside(address: string): URL | null {
  const resolved = new URL(address, anyOrigin)
  return resolved.origin === anyOrigin && !resolved.pathname.includes('//') ? resolved : null
}

/** Characters that `URL` may escape or remove, and segments that it resolves. */
const needsParser = /[^\w!$&()*+,\-./:;=?@~%[\]]|\/(?:\.|%2e)/i

/**
 * Returns the path and the query of a request's URL, as `URL` does. Parsing takes as long as ten
 * elements of a page, and most URLs need no parser.
 * @param url the `url` of a `Request`. The runtime does not escape that of a request from outside
 */
export function pathAndQuery(url: string): { readonly pathname: string; readonly search: string } {
  const path = url.indexOf('/', url.indexOf('//') + 2)
  if (needsParser.test(url)) return new URL(url)
  const query = url.indexOf('?', path)
  if (query === -1) return { pathname: url.slice(path), search: '' }
  const search = url.slice(query)
  return { pathname: url.slice(path, query), search: search === '?' ? '' : search }
}
