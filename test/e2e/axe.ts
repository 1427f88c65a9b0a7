import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

/**
 * Expects axe to find nothing wrong in either theme. The dark theme changes colours only, so only
 * contrast is checked again.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Without other results axe does not describe the thousands of elements that passed.
    const axe = new AxeBuilder({ page }).include(part).options({ resultTypes: ['violations'] })
    // Legacy mode opens no second page. It does not see frames, and the shop has none.
    axe.setLegacyMode()
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
}
