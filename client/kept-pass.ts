import { placeIn, samePass, stateIn, type KeptPass } from '../src/esims/kept-pass.shared.ts'
import { keptPassKey } from './boot/on-demand.ts'
import { localeOf, pathInLocale } from '../src/words/locales.shared.ts'
import styles from './styles/kept-pass.css?inline'

/**
 * Keeps the pass of the eSIM that the page shows, and shows the kept pass in the header of other
 * pages. Nothing of it is sent, and public pages are the same for everyone.
 */
export function startPass(): void {
  const own = document.querySelector<HTMLElement>('[data-pass]')?.dataset['pass']
  if (own === undefined) showPass()
  else if (own === '') localStorage.removeItem(keptPassKey)
  else if (own !== samePass) localStorage.setItem(keptPassKey, own)
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && 'logout' in target.dataset)
      localStorage.removeItem(keptPassKey)
  })
  // The back/forward cache restores pages from before a sign-out.
  addEventListener('pageshow', () => {
    if (!localStorage.getItem(keptPassKey)) document.querySelector('.kept-pass')?.remove()
  })
}

function showPass(): void {
  try {
    const pass: KeptPass = JSON.parse(localStorage.getItem(keptPassKey) ?? '')
    // The page of an eSIM that has been given back or replaced offers no pass.
    const hasEnded = !(Date.parse(pass.until) > Date.now())
    const own = pathInLocale(localeOf(location.pathname), pass.path)
    if (hasEnded || location.href === new URL(own, location.href).href)
      return localStorage.removeItem(keptPassKey)
    const link = linkOf(pass)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets.push(sheet)
    document.querySelector('.top-row')?.append(link)
  } catch {
    // An earlier release may have kept another shape.
    localStorage.removeItem(keptPassKey)
  }
}

function linkOf(pass: KeptPass): HTMLAnchorElement {
  const locale = localeOf(location.pathname)
  const link = document.createElement('a')
  link.className = 'kept-pass'
  link.href = pathInLocale(locale, pass.path)
  link.style.setProperty('--band', pass.band)
  link.style.setProperty('--second', pass.ink)
  const place = document.createElement('b')
  place.textContent = placeIn(locale, pass)
  const state = document.createElement('span')
  state.textContent = stateIn(locale, pass, Date.now())
  link.append(place, ' ', state)
  return link
}
