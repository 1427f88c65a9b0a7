import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

/** axe finds nothing in what is shown, in either theme. In the dark only colours differ, so only those are looked at again. There are no frames. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page }).include(part).setLegacyMode()
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
}
