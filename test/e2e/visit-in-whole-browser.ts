import { chromium, test } from '@playwright/test'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { chromiumOptions } from '../../scripts/test/browsers.ts'

type Options = BrowserContextOptions & { readonly ignoreDefaultArgs?: readonly string[] }

/**
 * Runs a visit in the full browser, because the headless shell of other journeys lacks some
 * features.
 */
export async function visitInWholeBrowser(
  { ignoreDefaultArgs = [], ...context }: Options,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const flags = { ignoreDefaultArgs: [...ignoreDefaultArgs] }
  const browser = await chromium.launch({ ...chromiumOptions(), ...flags })
  try {
    const page = await browser.newPage(context)
    page.setDefaultTimeout(test.info().project.use.actionTimeout ?? 0)
    await visit(page)
  } finally {
    await browser.close()
  }
}
