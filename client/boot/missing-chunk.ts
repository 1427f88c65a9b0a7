import { readSession, writeSession } from './session-storage.ts'

const minute = 60_000
const storageKey = 'reloadedAt'

/**
 * Reloads the page when a script is missing, which happens after a release. Reloads at most once a
 * minute (specification, section 8). Does not reload without a network, after a field was edited,
 * or when the page is the answer to a form, because the page or typed text would be lost. Forms
 * also work without the script.
 */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', reload)
  addEventListener('error', ({ target }) => isOwnScript(target) && reload(), true)
}

function isOwnScript(target: EventTarget | null): boolean {
  return target instanceof HTMLScriptElement && target.src.startsWith(`${location.origin}/`)
}

async function reload(): Promise<void> {
  const isRecent = Date.now() - Number(readSession(storageKey)) < minute
  if (isRecent || isFormTouched()) return
  // `navigator.onLine` can be true without a network.
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!answer?.ok || isFormTouched()) return
  // Without session storage the limit cannot be enforced, so there is no reload.
  if (writeSession(storageKey, String(Date.now()))) location.reload()
}

function isFormTouched(): boolean {
  if ('posted' in document.body.dataset) return true
  const fields = document.querySelectorAll<HTMLInputElement>('input,textarea')
  return (
    document.querySelector('dialog[open] [data-form]') !== null ||
    // A text area has no `checked`.
    [...fields].some(
      ({ value, defaultValue, checked, defaultChecked }) =>
        value !== defaultValue || checked !== defaultChecked,
    )
  )
}
