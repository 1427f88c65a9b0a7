/**
 * Hosts of the push services of Chrome and Android, Firefox, Edge and Safari, and theirs below.
 * Chromium of Linux distributions uses jmt17.google.com.
 */
const service =
  /^https:\/\/(?:jmt17\.google|(?:[a-z0-9-]+\.)*(?:fcm\.googleapis|push\.services\.mozilla|notify\.windows|push\.apple))\.com\//

/**
 * Whether an address belongs to the push service of a browser. The shop sends requests to it, so
 * an address that a visitor makes up must not pass.
 */
export function isPushService(endpoint: string): boolean {
  return service.test(endpoint)
}
