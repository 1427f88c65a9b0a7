import { expect } from '@playwright/test'

/** Repeats a check until it passes, because a page cannot be evaluated during a navigation. */
export async function eventually(check: () => Promise<void>, timeout = 30_000): Promise<void> {
  await expect(check).toPass({ timeout, intervals: [50, 100, 200] })
}
