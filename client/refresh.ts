import { countDown } from '../src/ui/countdown.shared.ts'

/**
 * Handles data-refresh: `3` reloads after 3 s, `10;url=/x` counts down and opens /x. The index of a
 * text in data-countdown is the number of seconds left.
 */
export function startRefresh(): void {
  const [seconds, target] = (document.body.dataset['refresh'] ?? '').split(';url=')
  if (!seconds) return
  const line = document.querySelector<HTMLElement>('[data-countdown]')
  const texts: string[] = JSON.parse(line?.dataset['countdown'] ?? '[]')
  countDown(Number(seconds), (left) => {
    if (line) line.textContent = texts[left] ?? ''
    if (left > 0) return
    leaveOrReload(target)
  })
}

/** Waits until no dialog is open, because a message that is being typed in it would be lost. */
function leaveOrReload(target: string | undefined): void {
  if (document.querySelector('dialog[open]')) setTimeout(leaveOrReload, 1000, target)
  else if (target) location.assign(target)
  else location.reload()
}
