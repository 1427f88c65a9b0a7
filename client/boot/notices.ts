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
  if (!banner || document.cookie.includes('cookieConsent=')) return
  banner.hidden = false
  banner.addEventListener('submit', (event) => {
    event.preventDefault()
    banner.hidden = true
    fetch(banner.action, { method: 'POST', redirect: 'manual' }).catch(() => undefined)
  })
}
