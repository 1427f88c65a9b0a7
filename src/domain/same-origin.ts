/**
 * Whether a state-changing request comes from the shop's own pages. Browsers send Sec-Fetch-Site or Origin with every
 * POST; a request with neither is not a browser's and carries no stolen cookie. Origin is compared with the address
 * asked for, not with the configured one: a preview deployment posts to itself.
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
