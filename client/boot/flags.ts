import { flagHref } from '../../src/domain/flag-href.ts'

/** Loads the flags from one file after the first paint, so that they delay no text. */
export function showFlags(): void {
  const flags = document.querySelectorAll<SVGUseElement>('use[data-flag]')
  if (flags.length === 0) return
  const show = () => {
    for (const flag of flags) flag.setAttribute('href', flagHref(flag.dataset['flag'] ?? ''))
  }
  // The second callback runs after the browser has painted the first frame.
  const showAfterPaint = () => requestAnimationFrame(() => requestAnimationFrame(show))
  if (document.readyState === 'complete') showAfterPaint()
  else addEventListener('load', showAfterPaint, { once: true })
}
