import { recall, remember } from './session.ts'

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
  const isRecent = Date.now() - Number(recall(stamp)) < minute
  // Where the time cannot be remembered: better no reload than one after another.
  if (navigator.onLine && !isRecent && remember(stamp, String(Date.now()))) location.reload()
}
