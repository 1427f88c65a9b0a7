import { it } from 'vitest'

const tenMinutes = 600_000

/**
 * Repeats a test that crossed a boundary of ten minutes (UTC). The backend's counters per ten
 * minutes, hour and day reset at these times.
 */
export function itWithinTenMinutes(title: string, test: () => Promise<void>): void {
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- the caller has both
  it(title, async () => repeatAcrossPeriods(test))
}

async function repeatAcrossPeriods(test: () => Promise<void>): Promise<void> {
  const begun = currentPeriod()
  const failure = await test().then(
    () => null,
    (reason: unknown) => ({ reason }),
  )
  if (currentPeriod() !== begun) return repeatAcrossPeriods(test)
  if (failure) throw failure.reason
}

function currentPeriod(): number {
  return Math.floor(Date.now() / tenMinutes)
}
