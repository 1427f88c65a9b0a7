import type { Bench } from './bench.ts'
import { browseShop } from './browser.ts'
import type { BrowsedShop } from './browser.ts'
import { controlsWith } from './controls.ts'
import type { Control } from './controls.ts'
import { median } from './load.ts'
import type { BenchResult } from './results.ts'
import { longestEvent, paintTime, phone, slowPage } from './slow-page.ts'

/** Milliseconds. */
const limit = 100

/**
 * Measures for every control the time from an event to the next paint, in milliseconds, on a phone
 * with a CPU four times slower. The first use of a control loads its scripts.
 */
export async function measureInteractions({
  checkouts,
  pages,
  rounds,
}: Bench): Promise<BenchResult> {
  return browseShop(checkouts[0], async (browsed) => {
    const rows = []
    const failures: string[] = []
    for (const control of controlsWith(browsed.shop.esim)) {
      if (!control.name.includes(pages)) continue
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await timeOf(browsed, control))
      if (median(times) > limit)
        failures.push(`${control.name}: ${median(times)} ms, the limit is ${limit} ms`)
      rows.push({ control: control.name, median: median(times), maximum: Math.max(...times) })
    }
    return { rows, failures }
  })
}

async function timeOf(
  { browser, origin }: BrowsedShop,
  { path, prepare, use }: Control,
): Promise<number> {
  const page = await slowPage(browser, { origin, screen: phone })
  await page.goto(path, { waitUntil: 'networkidle' })
  await prepare?.(page)
  await page.waitForTimeout(paintTime)
  const time = await longestEvent(page, async () => use(page))
  await page.context().close()
  return time
}
