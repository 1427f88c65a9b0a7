import { countDown } from '../../src/forms/countdown.ts'

/**
 * Handles data-refresh: `3` reloads after 3 s, `10;url=/x` counts down and goes to /x. The texts of
 * data-countdown are by seconds left.
 */
export function startRefresh(): void {
  const [seconds, target] = (document.body.dataset['refresh'] ?? '').split(';url=')
  if (!seconds) return
  const line = document.querySelector<HTMLElement>('[data-countdown]')
  const texts: string[] = JSON.parse(line?.dataset['countdown'] ?? '[]')
  countDown(Number(seconds), (left) => {
    if (line) line.textContent = texts[left] ?? ''
    if (left > 0) return
    if (target) location.assign(target)
    else location.reload()
  })
}
