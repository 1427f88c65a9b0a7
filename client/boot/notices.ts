import { negotiateLocale } from '../../src/locale/negotiate.ts'

export function suggestLocale(): void {
  if (/(?:^|; )locale=/.test(document.cookie)) return
  const preferred = negotiateLocale(navigator.languages.join(','))
  const suggestion = document.querySelector<HTMLElement>(`[data-suggest="${preferred}"]`)
  if (suggestion) suggestion.hidden = false
}

/** Shows the cookie banner until consent is stored. The banner is hidden in cached pages. */
export function showConsentBanner(): void {
  const banner = document.querySelector<HTMLElement>('.consent')
  if (banner && !document.cookie.includes('cookieConsent=')) banner.hidden = false
}
