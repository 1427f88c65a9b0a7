const minute = 60_000
const stamp = 'reloadedAt'

/**
 * After a release, a page opened before may ask for a script that is gone. The page as it is now knows the right one. Once a minute at
 * most, and never without a network, where a reload would only lose what was typed.
 */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', reload)
  addEventListener('error', ({ target }) => isOurs(target) && reload(), true)
}

function isOurs(target: EventTarget | null): boolean {
  return target instanceof HTMLScriptElement && target.src.startsWith(`${location.origin}/`)
}

function reload(): void {
  if (!navigator.onLine || Date.now() - lastReload() < minute) return
  sessionStorage.setItem(stamp, String(Date.now()))
  location.reload()
}

/** Where the time cannot be remembered, it is always now: better no reload than one after another. */
function lastReload(): number {
  try {
    return Number(sessionStorage.getItem(stamp))
  } catch {
    return Date.now()
  }
}
