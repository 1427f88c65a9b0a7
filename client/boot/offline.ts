import { formatTime } from '../../src/locale/formats.ts'

/** The page's side of the service worker: registers it, says what is a copy, lists the copies, erases them at logout. */
export function keepOffline(): void {
  if (import.meta.env.PROD) addEventListener('load', register)
  document.addEventListener('submit', forgetOnLogout)
  tellCopy()
  const offline = document.querySelector('[data-offline]')
  if (!offline || !('caches' in globalThis)) return
  openWhenBack()
  void listCopies(offline)
}

function register(): void {
  // Refused in some private windows: the shop does without.
  navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
}

function forgetOnLogout({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || !('logout' in target.dataset)) return
  const worker = navigator.serviceWorker?.controller
  // The worker outlives this page, which the form is about to leave.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  if (worker) worker.postMessage('forget')
  else void globalThis.caches?.delete('esims')
}

function tellCopy(): void {
  const { kept } = document.body.dataset
  const line = document.querySelector<HTMLElement>('[data-kept-at]')
  if (!kept || !line) return
  line.textContent = (line.dataset['keptAt'] ?? '').replace('{}', formatTime(kept))
  line.hidden = false
}

/** Asks for the page that is missing every few seconds: an interface that is up, or a browser that says so, is no network yet. */
function openWhenBack(): void {
  const look = async () => {
    if (!navigator.onLine || document.hidden) return
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(
      () => null,
    )
    if (answer && answer.status < 500) location.reload()
  }
  addEventListener('online', look)
  setInterval(look, 4000)
}

/** On the offline page: the copies in its language, by their headings, eSIMs first and the newest of each first. */
async function listCopies(offline: Element): Promise<void> {
  const names = (await caches.keys()).filter((name) => /^(esims|answers)/.test(name))
  const parser = new DOMParser()
  for (const name of names.toSorted().toReversed()) {
    const store = await caches.open(name)
    for (const request of (await store.keys()).toReversed()) {
      const html = (await (await store.match(request))?.text()) ?? ''
      const copy = parser.parseFromString(html, 'text/html')
      const { pathname, search } = new URL(request.url)
      if (copy.documentElement.lang === document.documentElement.lang)
        add(pathname + search, copy.querySelector('h1')?.textContent ?? pathname)
    }
  }

  function add(href: string, text: string): void {
    const link = Object.assign(document.createElement('a'), { href, textContent: text })
    const item = document.createElement('li')
    item.append(link)
    const list = offline.querySelector<HTMLElement>('[data-kept-list]')
    list?.querySelector('ul')?.append(item)
    if (list) list.hidden = false
  }
}
