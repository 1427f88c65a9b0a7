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
