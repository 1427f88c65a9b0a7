import { formatTime } from '../../src/locale/formats.ts'

export function startOffline(): void {
  if (import.meta.env.PROD) addEventListener('load', register)
  document.addEventListener('submit', deleteCopiesOnLogOut)
  labelCopy()
  const offline = document.querySelector('[data-offline]')
  if (!offline || !('caches' in globalThis)) return
  reloadWhenOnline()
  void listCopies(offline)
}

function register(): void {
  // Private windows of some browsers reject the registration. The shop works without a worker.
  navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
}

function deleteCopiesOnLogOut({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || !('logout' in target.dataset)) return
  const worker = navigator.serviceWorker?.controller
  // The worker continues after the browser leaves this page.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  if (worker) worker.postMessage('delete-copies')
  else void globalThis.caches?.delete('esims')
}

function labelCopy(): void {
  const { storedAt } = document.body.dataset
  const line = document.querySelector<HTMLElement>('[data-copy-label]')
  if (!storedAt || !line) return
  line.textContent = (line.dataset['copyLabel'] ?? '').replace('{}', formatTime(storedAt))
  line.hidden = false
}

/**
 * Requests the missing page every 4 s, because `navigator.onLine` can be true without a network.
 */
function reloadWhenOnline(): void {
  const check = async () => {
    if (!navigator.onLine || document.hidden) return
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(
      () => null,
    )
    if (answer && answer.status < 500) location.reload()
  }
  addEventListener('online', check)
  setInterval(check, 4000)
}

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
    const list = offline.querySelector<HTMLElement>('[data-copies]')
    list?.querySelector('ul')?.append(item)
    if (list) list.hidden = false
  }
}
