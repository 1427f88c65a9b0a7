const safePath = /^\/(?![/\\])[A-Za-z0-9\-._~/]*(?:\?[A-Za-z0-9\-._~=&%]*)?$/
/**
 * No control characters: browsers drop tabs and line breaks, which may leave two leading slashes.
 */
const anyPath = /^\/(?![/\\])\P{Cc}*$/u
const anyOrigin = 'https://shop.invalid'

/**
 * Validates a redirect target from outside (`?redirect=`). Returns the path, or null unless it has
 * one leading slash, only safe characters, at most 512 of them, and resolves to the shop's origin.
 */
export function safeTarget(target: unknown): string | null {
  if (typeof target !== 'string' || target.length > 512 || !safePath.test(target)) return null
  return resolveInside(target) === null ? null : target
}

/**
 * Validates the address of the page that a form is on, to redirect back to it. Returns path and
 * query as a browser resolves them, or null when they leave the shop. Accepts any characters, as
 * search queries contain them, up to 4,096.
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
