import { negotiateLocale } from '../../src/words/negotiate.shared.ts'

/** Shows the cookie banner and the offer of another language until the visitor has chosen. */
export function showNotices(): void {
  showUntilStored('.consent', 'cookieConsent')
  showUntilStored(`[data-suggest="${negotiateLocale(navigator.languages.join(','))}"]`, 'locale')
}

/**
 * Shows a notice, which is hidden in cached pages, until the browser has the cookie. The
 * back/forward cache restores pages from before that.
 */
function showUntilStored(selector: string, cookie: string): void {
  const notice = document.querySelector<HTMLFormElement>(selector)
  if (!notice) return
  const show = () => (notice.hidden = `; ${document.cookie}`.includes(`; ${cookie}=`))
  show()
  addEventListener('pageshow', show)
  notice.addEventListener('submit', (event) => {
    const button = event.submitter
    // Older browsers do not name the button. The form is then sent like any other.
    if (!(button instanceof HTMLButtonElement)) return
    if (button.value === notice.dataset['suggest']) return
    event.preventDefault()
    // The event `pageshow` of a slow page would show it again before the answer arrives.
    notice.remove()
    sendInBackground(notice.action, button.value)
  })
}

/**
 * Sends the choice without leaving the page, which may have a form that is being filled in. If it
 * does not arrive, the next page shows the notice again.
 */
function sendInBackground(action: string, locale: string): void {
  const body = new URLSearchParams({ locale })
  // The visitor may open a link at once.
  const options = { method: 'POST', redirect: 'manual', keepalive: true, body } as const
  fetch(action, options).catch(() => undefined)
}
