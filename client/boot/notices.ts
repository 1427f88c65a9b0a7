import { negotiateLocale } from '../../src/locale/negotiate.ts'

/** Suggests the other language until the visitor has chosen one. */
export function suggestLocale(): void {
  const preferred = negotiateLocale(navigator.languages.join(','))
  const suggestion = document.querySelector<HTMLElement>(`[data-suggest="${preferred}"]`)
  if (suggestion) showUntilStored(suggestion, 'locale')
}

/**
 * Shows the cookie banner until consent is stored. It is sent without leaving the page, which may
 * have a form that is being filled in. If it does not arrive, the next page shows the banner again.
 */
export function showConsentBanner(): void {
  const banner = document.querySelector<HTMLFormElement>('.consent')
  if (!banner) return
  showUntilStored(banner, 'cookieConsent')
  banner.addEventListener('submit', (event) => {
    event.preventDefault()
    // The event `pageshow` of a slow page would show it again before the answer arrives.
    banner.remove()
    // The visitor may open a link at once.
    const options = { method: 'POST', redirect: 'manual', keepalive: true } as const
    fetch(banner.action, options).catch(() => undefined)
  })
}

/**
 * Shows a notice, which is hidden in cached pages, until the browser has the cookie. The
 * back/forward cache restores pages from before that.
 */
function showUntilStored(notice: HTMLElement, cookie: string): void {
  const show = () => (notice.hidden = `; ${document.cookie}`.includes(`; ${cookie}=`))
  show()
  addEventListener('pageshow', show)
}
