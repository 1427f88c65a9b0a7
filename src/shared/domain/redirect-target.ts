const safePath = /^\/(?![/\\])[A-Za-z0-9\-._~/]*(?:\?[A-Za-z0-9\-._~=&%]*)?$/
const someOrigin = 'https://shop.invalid'

/**
 * A path inside the shop, or null. Takes what comes from outside (`?redirect=`, a form's `to`): one leading slash,
 * few characters, at most 512 of them, and the same origin once a browser has resolved it.
 */
export function safeTarget(target: unknown): string | null {
  if (typeof target !== 'string' || target.length > 512 || !safePath.test(target)) return null
  const resolved = new URL(target, someOrigin)
  if (resolved.origin !== someOrigin || resolved.pathname.includes('//')) return null
  return target
}
