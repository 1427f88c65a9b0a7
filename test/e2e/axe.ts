import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './shop.ts'

/** Sending the long names of `axe.js` to each page takes 0.15 s of processor time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Rules = { readonly run: (part: string, options: RunOptions) => Promise<AxeResults> }

/**
 * Expects no axe violations in either theme. The dark theme changes only colours, so only contrast
 * is checked again.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  await page.evaluate(axeSource)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Otherwise axe describes the thousands of elements that passed.
    const options: RunOptions = { resultTypes: ['violations'] }
    if (colorScheme === 'dark') options.runOnly = ['color-contrast']
    expect(await page.evaluate(violationsOf, [part, options] as const)).toEqual([])
  }
}

async function violationsOf([part, options]: readonly [string, RunOptions]) {
  const rules: Rules = Reflect.get(globalThis, 'axe')
  const { violations } = await rules.run(part, options)
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
