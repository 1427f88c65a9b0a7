const safePath = /^\/(?![/\\])[A-Za-z0-9\-._~/]*(?:\?[A-Za-z0-9\-._~=&%]*)?$/
/** A browser drops tabs and line breaks, and what is left may begin with two slashes. */
const anyPath = /^\/(?![/\\])\P{Cc}*$/u
const someOrigin = 'https://shop.invalid'

/**
 * A path inside the shop, or null. Takes what comes from outside (`?redirect=`): one leading slash, few characters,
 * at most 512 of them, and the same origin once a browser has resolved it.
 */
export function safeTarget(target: unknown): string | null {
  if (typeof target !== 'string' || target.length > 512 || !safePath.test(target)) return null
  return resolvedInside(target) === null ? null : target
}

/**
 * The page that a form of the shop stands on, as a browser resolves it, or null. What was searched for is part of its
 * address, in any characters: where a form leads back to, it leads back to that.
 */
export function pageOfForm(address: string): string | null {
  if (address.length > 4096 || !anyPath.test(address)) return null
  const resolved = resolvedInside(address)
  return resolved && resolved.pathname + resolved.search
}

function resolvedInside(address: string): URL | null {
  const resolved = new URL(address, someOrigin)
  return resolved.origin === someOrigin && !resolved.pathname.includes('//') ? resolved : null
}
