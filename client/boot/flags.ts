import { flagHref } from '../../src/domain/flag-href.ts'

/**
 * Shows the flags. All of them are in one file, which is requested after the first paint, so that
 * it delays nothing a visitor reads.
 */
export function showFlags(): void {
  const flags = document.querySelectorAll<SVGUseElement>('use[data-flag]')
  if (flags.length === 0) return
  const show = () => {
    for (const flag of flags) flag.setAttribute('href', flagHref(flag.dataset['flag'] ?? ''))
  }
  // The first frame has been painted when the second one begins.
  const afterPaint = () => requestAnimationFrame(() => requestAnimationFrame(show))
  if (document.readyState === 'complete') afterPaint()
  else addEventListener('load', afterPaint, { once: true })
}
