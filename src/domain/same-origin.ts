/**
 * Whether a state-changing request comes from the shop's own pages. Browsers send Sec-Fetch-Site or
 * Origin with every POST. A request without them does not come from a browser, so another site
 * cannot forge it. Compares Origin with the request's URL instead of the configured origin, so that
 * preview deployments work.
 */
export function isSameOrigin(
  headers: { get: (name: string) => string | null },
  url: string,
): boolean {
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.get('Origin')
  return origin === null || origin === new URL(url).origin
}
