import { negotiateLocale } from '../src/shared/locale/negotiate.ts'

/** What every page runs, without React: copy and print buttons, refreshing and its countdown, the consent banner, the other language. */
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const copy = event.target.closest<HTMLElement>('[data-copy]')
  if (copy) void copyFrom(copy)
  if (event.target.closest('[data-print]')) print()
})

showButtons()
askForConsent()
suggestLocale()
refresh()

function showButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy], [data-print]'))
    button.hidden = false
}

async function copyFrom(button: HTMLElement): Promise<void> {
  const { copy = '', copied = '' } = button.dataset
  const label = button.textContent
  await navigator.clipboard.writeText(copy)
  button.textContent = copied
  setTimeout(() => (button.textContent = label), 2000)
}

/** To whom has not chosen a language and would rather read the other one. */
function suggestLocale(): void {
  const line = document.querySelector<HTMLElement>('[data-suggest]')
  if (!line || /(?:^|; )locale=/.test(document.cookie)) return
  line.hidden = negotiateLocale(navigator.languages.join(',')) !== line.dataset['suggest']
}

function askForConsent(): void {
  const banner = document.querySelector<HTMLElement>('.consent')
  if (banner && !document.cookie.includes('cookieConsent=')) banner.hidden = false
}

/** `3` asks for the page again in three seconds, `10;url=/x` leaves for /x in ten and tells how long it still takes. */
function refresh(): void {
  const [seconds, target] = (document.body.dataset['refresh'] ?? '').split(';url=')
  if (!seconds) return
  let left = Number(seconds)
  const line = document.querySelector<HTMLElement>('[data-countdown]')
  const timer = setInterval(() => {
    left -= 1
    if (line) line.textContent = (line.dataset['countdown'] ?? '').replace('{}', String(left))
    if (left > 0) return
    clearInterval(timer)
    if (target) location.assign(target)
    else location.reload()
  }, 1000)
}
