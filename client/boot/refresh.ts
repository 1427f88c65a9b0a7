import { countDown } from '../../src/forms/countdown.ts'

/** `3` asks for the page again in three seconds, `10;url=/x` leaves for /x in ten and tells how long it still takes. */
export function refresh(): void {
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
