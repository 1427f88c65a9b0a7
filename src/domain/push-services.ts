/**
 * Push services of Chrome and Android, Firefox, Edge and Safari, with their subdomains. Chromium in
 * Linux distributions uses jmt17.google.com.
 */
const service =
  /^https:\/\/(?:jmt17\.google|(?:[a-z0-9-]+\.)*(?:fcm\.googleapis|push\.services\.mozilla|notify\.windows|push\.apple))\.com\//

/**
 * Whether a URL belongs to the push service of a browser. The shop sends requests to the URL, so it
 * must not accept any URL that a visitor sends.
 */
export function isPushService(endpoint: string): boolean {
  return service.test(endpoint)
}
