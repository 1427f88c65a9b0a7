/**
 * Returns the IP address from which a request reached Cloudflare, or '' if it is unknown. The
 * sender cannot forge it.
 */
export function clientAddressIn(headers: {
  readonly get: (name: string) => string | null
}): string {
  return headers.get('CF-Connecting-IP') ?? ''
}
