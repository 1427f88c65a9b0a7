import { isCostly } from '../costly-connection.ts'
import { onPointerRest } from './pointer-rest.ts'

/**
 * Fetches the page of a link into the browser's cache when the pointer or the focus rests on it, or
 * the visitor presses it. A click then shows the page at once. Links outside the content may be
 * private, and links with a query are one of many filters, so they are not fetched.
 */
export function prefetchOnIntent(): void {
  if (isCostly()) return
  const fetched = new Set<string>([location.href])
  onPointerRest(prefetch)
  document.addEventListener('mousedown', ({ target }) => prefetch(target), { passive: true })

  function prefetch(target: EventTarget | null): void {
    const href = hrefOf(target)
    if (href === null || fetched.has(href)) return
    fetched.add(href)
    fetch(href, { priority: 'low' }).catch(() => fetched.delete(href))
  }
}

function hrefOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a[href]') : null
  if (!link || link.origin !== location.origin || link.search !== '' || link.hash !== '')
    return null
  return link.dataset['dialog'] === undefined ? link.href : null
}
