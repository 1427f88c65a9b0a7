import { negotiateLocale } from '../../src/locale/negotiate.ts'

export function suggestLocale(): void {
  if (/(?:^|; )locale=/.test(document.cookie)) return
  const preferred = negotiateLocale(navigator.languages.join(','))
  const suggestion = document.querySelector<HTMLElement>(`[data-suggest="${preferred}"]`)
  if (suggestion) suggestion.hidden = false
}

/**
 * Shows the cookie banner until consent is stored. The banner is hidden in cached pages. It is sent
 * without leaving the page, which may have a form that is being filled in. If it does not arrive,
 * the next page shows the banner again.
 */
export function showConsentBanner(): void {
  const banner = document.querySelector<HTMLFormElement>('.consent')
  if (!banner) return
  const show = () => (banner.hidden = document.cookie.includes('cookieConsent='))
  show()
  // The back/forward cache restores pages from before the consent.
  addEventListener('pageshow', show)
  banner.addEventListener('submit', (event) => {
    event.preventDefault()
    banner.hidden = true
    // The visitor may open a link at once.
    const options = { method: 'POST', redirect: 'manual', keepalive: true } as const
    fetch(banner.action, options).catch(() => undefined)
  })
}
