import { negotiateLocale } from '../../src/locale/negotiate.ts'

/** Shows the suggestion of the language that the browser prefers, unless the visitor has chosen one. */
export function suggestLocale(): void {
  if (/(?:^|; )locale=/.test(document.cookie)) return
  const preferred = negotiateLocale(navigator.languages.join(','))
  const suggestion = document.querySelector<HTMLElement>(`[data-suggest="${preferred}"]`)
  if (suggestion) suggestion.hidden = false
}

/** Shown by script to who has not answered: the page is the same for everyone. */
export function askForConsent(): void {
  const banner = document.querySelector<HTMLElement>('.consent')
  if (banner && !document.cookie.includes('cookieConsent=')) banner.hidden = false
}
