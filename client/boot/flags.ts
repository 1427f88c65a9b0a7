import { isCostly } from '../costly-connection.ts'
import { flagHref } from '../../src/kit/flags.shared.ts'

/** Loads the flags after the page and its first paint, so that they delay no text. */
export function startFlags(): void {
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint')[0]) showFlags()
  })
  addEventListener('load', () => observer.observe({ type: 'paint', buffered: true }))
}

/**
 * The flags come from one file. It has all flags only if the page has an uncommon one. Flags are
 * decoration, so visitors who save data get none.
 */
export function showFlags(): void {
  if (isCostly()) return
  const file = document.querySelector('use[data-rare]') ? 'all' : 'common'
  for (const flag of document.querySelectorAll<SVGUseElement>('use[data-flag]'))
    flag.setAttribute('href', flagHref(flag.dataset['flag'] ?? '', file))
}
