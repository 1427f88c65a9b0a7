import { countDown } from '../../src/forms/countdown.ts'

/** Handles data-refresh: `3` reloads after 3 s, `10;url=/x` counts down and goes to /x. */
export function startRefresh(): void {
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
