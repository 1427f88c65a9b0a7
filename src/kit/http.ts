/**
 * Values of Cache-Control. By design, pages are cached for a minute and dictionaries for ten
 * minutes.
 */
export const cacheControl = {
  /** Public pages. Changes are visible within a minute, so stale copies only replace errors. */
  page: 'public, max-age=60, stale-if-error=86400',
  /** Lists made from a dictionary, which is refreshed every 10 minutes. */
  dictionary: 'public, max-age=600, stale-while-revalidate=86400, stale-if-error=86400',
  /** Files whose URL changes with their content. */
  immutable: 'public, max-age=31536000, immutable',
  hour: 'public, max-age=3600',
  day: 'public, max-age=86400',
  revalidate: 'private, no-cache',
  /** Public pages that are sent before it is known whether they are complete. */
  streamed: 'no-cache',
  private: 'private, no-store',
  none: 'no-store',
} as const

/**
 * Whether a state-changing request comes from the shop's own pages. Browsers send Sec-Fetch-Site or
 * Origin with every POST. A request without them does not come from a browser, so another site
 * cannot forge it. Compares Origin with the request's URL instead of the configured origin, so that
 * preview deployments work.
 */
export function isSameOrigin(headers: { get: (name: string) => string | null }, url: string) {
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.get('Origin')
  return origin === null || origin === new URL(url).origin
}

/** One year. The default of hono is 180 days, and browsers use the last value from an origin. */
export const strictTransportSecurity = 'max-age=31536000; includeSubDomains'

type IndexedAnswer = { readonly header: (name: string, value: string) => void }

export function forbidIndexing(c: IndexedAnswer): void {
  c.header('X-Robots-Tag', 'noindex')
}

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Whether a host name of a URL is this machine. A site in production has another one. */
export function isLoopback(hostname: string): boolean {
  return loopbackHosts.includes(hostname)
}

/**
 * Returns the IP address from which a request reached Cloudflare, or '' if it is unknown. The
 * sender cannot forge it.
 */
export function clientAddressIn(headers: {
  readonly get: (name: string) => string | null
}): string {
  return headers.get('CF-Connecting-IP') ?? ''
}

/**
 * Returns the country of the address from which a request reached Cloudflare, in lower case, or null
 * if it is unknown or the Tor network.
 */
export function clientCountryIn({ cf }: Pick<Request, 'cf'>): string | null {
  const country = cf?.['country']
  const isCountry = typeof country === 'string' && /^(?!XX)[A-Z]{2}$/.test(country)
  return isCountry ? country.toLowerCase() : null
}
