import { parsePage } from './requests.ts'

/**
 * Starts the page that replaces others without a network. The service worker stores this script.
 */
export function startPage(offline: Element): void {
  reloadWhenOnline()
  void listCopies(offline)
}

/**
 * Requests the missing page every 4 s, because `navigator.onLine` can be true without a network.
 */
function reloadWhenOnline(): void {
  let isBusy = false
  const check = async () => {
    if (isBusy || !navigator.onLine || document.hidden) return
    isBusy = true
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(
      () => null,
    )
    // Another check would cancel the reload on a slow network.
    if (answer && answer.status < 500) location.reload()
    else isBusy = false
  }
  addEventListener('online', check)
  setInterval(check, 4000)
}

async function listCopies(offline: Element): Promise<void> {
  const names = await caches.keys()
  // Each link is put before the others: eSIMs are first, and the newest copy is the first of them.
  for (const kind of ['answers', 'esims'])
    for (const name of names.filter((each) => each.startsWith(kind))) await listStore(name)

  async function listStore(name: string): Promise<void> {
    const store = await caches.open(name)
    for (const request of await store.keys()) {
      const html = (await (await store.match(request))?.text()) ?? ''
      const copy = parsePage(html)
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
    list?.querySelector('ul')?.prepend(item)
    if (list) list.hidden = false
  }
}
