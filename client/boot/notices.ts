import { negotiateLocale } from '../../src/locale/negotiate.ts'

/** To whom has not chosen a language and would rather read the other one. */
export function suggestLocale(): void {
  const line = document.querySelector<HTMLElement>('[data-suggest]')
  if (!line || /(?:^|; )locale=/.test(document.cookie)) return
  line.hidden = negotiateLocale(navigator.languages.join(',')) !== line.dataset['suggest']
}

/** Shown by script to who has not answered: the page is the same for everyone. */
export function askForConsent(): void {
  const banner = document.querySelector<HTMLElement>('.consent')
  if (banner && !document.cookie.includes('cookieConsent=')) banner.hidden = false
}
