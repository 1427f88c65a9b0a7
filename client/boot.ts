import { countDown } from './islands/countdown.ts'
import { utmNames } from '../src/shared/forms/marketing.ts'
import { negotiateLocale } from '../src/shared/locale/negotiate.ts'
import { reloadOnMissingChunk } from './boot/missing-chunk.ts'
import { keepOffline } from './boot/offline.ts'

/**
 * What every page runs, without React: copy, print and share buttons, refreshing and its countdown, the consent banner, the other language,
 * campaign parameters, what is kept for a lost network; and the listeners that load forms and dialogs once the visitor reaches for them.
 */
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const copy = event.target.closest<HTMLElement>('[data-copy]')
  if (copy) void copyFrom(copy)
  if (event.target.closest('[data-print]')) print()
  const share = event.target.closest<HTMLElement>('[data-share]')
  if (share && 'share' in navigator) {
    event.preventDefault()
    navigator.share({ text: share.dataset['share'] ?? '' }).catch(() => undefined)
    return
  }
  const opener = event.target.closest<HTMLAnchorElement>('a[data-dialog]')
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey)
  if (!opener || !isPlain) return
  event.preventDefault()
  import('./dialogs.ts').then(
    ({ openDialog }) => openDialog(opener),
    () => location.assign(opener.href),
  )
})

for (const intent of ['pointerover', 'focusin', 'touchstart'])
  document.addEventListener(intent, ({ target }) => reachFor(target), { passive: true })

document.addEventListener(
  'submit',
  ({ target }) => {
    if (target instanceof HTMLFormElement) addCampaign(target)
  },
  true,
)

for (const island of document.querySelectorAll<HTMLElement>('[data-live]')) wake(island)
keepCampaign()

showButtons()
askForConsent()
suggestLocale()
refresh()
keepOffline()
reloadOnMissingChunk()

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
  const line = document.querySelector<HTMLElement>('[data-countdown]')
  countDown(Number(seconds), (left) => {
    if (line) line.textContent = (line.dataset['countdown'] ?? '').replace('{}', String(left))
    if (left > 0) return
    if (target) location.assign(target)
    else location.reload()
  })
}

/** What the visitor is about to use comes now: the form's island, or what opens dialogs. */
function reachFor(target: EventTarget | null): void {
  if (!(target instanceof Element)) return
  const island = target.closest<HTMLElement>('[data-island]')
  if (island) wake(island)
  else if (target.closest('a[data-dialog]')) import('./dialogs.ts').catch(() => undefined)
}

/** When it does not arrive, the form works as it is. */
function wake(island: HTMLElement): void {
  import('./live.ts').then(
    ({ awaken }) => awaken(island),
    () => undefined,
  )
}

/** Campaign parameters are kept for the session and travel with every form (specification, section 9). */
function keepCampaign(): void {
  for (const [name, value] of new URLSearchParams(location.search))
    if (utmNames.some((known) => known === name)) sessionStorage.setItem(name, value.slice(0, 200))
}

function addCampaign(form: HTMLFormElement): void {
  if (!form.closest('[data-island]')) return
  for (const name of utmNames) {
    const value = sessionStorage.getItem(name)
    if (value === null || form.elements.namedItem(name)) continue
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
}
