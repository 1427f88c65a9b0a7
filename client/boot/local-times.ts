const minuteMs = 60_000

/** Rewrites times such as `23.12.2026 06:27 UTC` in the visitor's zone. */
export function showLocalTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const date = new Date(time.dateTime)
    const local = new Date(date.getTime() - date.getTimezoneOffset() * minuteMs)
    time.textContent = local.toISOString().replace(/(\d+)-(\d+)-(\d+)T(\d+:\d+).*/, '$3.$2.$1 $4')
  }
}
