import { recall, remember } from './session-storage.ts'

const minute = 60_000
const stamp = 'reloadedAt'

/**
 * After a release, a page opened before may ask for a script that is gone. The page as it is now knows the right one. Once a minute at
 * most, and never where a reload would lose what was typed or send it again: without a network, once a form is begun, or when the page
 * answers a form. The form works as it is, and sending it brings the new page.
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
  if (!navigator.onLine || isRecent || isFormBegun()) return
  if (remember(stamp, String(Date.now()))) location.reload()
}

/** By typing, by opening it in a dialog, or with the page before. */
function isFormBegun(): boolean {
  if ('posted' in document.body.dataset) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')
  return (
    document.querySelector('dialog[open] [data-island]') !== null ||
    [...fields].some(({ value, defaultValue }) => value !== defaultValue)
  )
}
