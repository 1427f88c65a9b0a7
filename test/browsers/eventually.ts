import { expect } from '@playwright/test'

/** Repeats a check until it passes. A page that the visitor is leaving cannot be evaluated. */
export async function eventually(check: () => Promise<void>, timeout = 30_000): Promise<void> {
  await expect(check).toPass({ timeout, intervals: [50, 100, 200] })
}
