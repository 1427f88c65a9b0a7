/**
 * Rewrites times such as `23.12.2026 06:27 UTC` in the visitor's zone, and shows the present time
 * in the zone that `data-local` names. German has the format of the shop's dates.
 */
export function showLocalTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-local]')) {
    const timeZone = time.dataset['local'] || undefined
    const at = timeZone ? new Date() : new Date(time.dateTime)
    time.textContent = at.toLocaleString('de', { timeZone }).slice(timeZone ? -8 : 0, -3)
  }
}
