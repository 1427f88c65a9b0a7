import type { Page } from '@playwright/test'

/** The sum of the page's layout shifts so far, including shifts right after input. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // A shift is recorded together with the frame that shows it.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    return observer
      .takeRecords()
      .reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0)
  })
}
