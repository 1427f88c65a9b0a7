import { test as base } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

type Contexts = Map<string, BrowserContext>

/**
 * With `test.use({ samePage: true })`, a journey reuses the page of an earlier journey in the same
 * worker. It starts without cookies, session storage and headers. A separate page costs 0.2 s of
 * processor time, and more if it runs axe. Scripts, routes, permissions and listeners are not
 * reset, so journeys that add any of them need a separate page.
 */
export const test = base.extend<{ samePage: boolean; contextKey: string }, { contexts: Contexts }>({
  samePage: [false, { option: true }],
  contexts: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await use(new Map())
    },
    { scope: 'worker' },
  ],
  contextKey: async (
    { baseURL, extraHTTPHeaders, javaScriptEnabled, locale, serviceWorkers, viewport },
    use,
  ) => {
    await use(
      JSON.stringify([
        baseURL,
        extraHTTPHeaders,
        javaScriptEnabled,
        locale,
        serviceWorkers,
        viewport,
      ]),
    )
  },
  context: async ({ browser, samePage, contexts, contextKey, extraHTTPHeaders }, use) => {
    // A journey's options apply to each context that is created while it runs.
    const context = (samePage && contexts.get(contextKey)) || (await browser.newContext())
    if (samePage) contexts.set(contextKey, context)
    await use(context)
    if (!samePage) await context.close()
    else await resetContext(context, extraHTTPHeaders ?? {})
  },
  page: async ({ context }, use) => {
    const [page = await context.newPage()] = context.pages()
    await use(page)
  },
})

type Headers = { readonly [name: string]: string }

async function resetContext(context: BrowserContext, headers: Headers): Promise<void> {
  const [page, ...others] = context.pages()
  for (const other of others) await other.close()
  await context.clearCookies()
  await context.setOffline(false)
  await context.setExtraHTTPHeaders(headers)
  await page?.setExtraHTTPHeaders({})
  await page?.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // A text page in the same renderer, so that no script interrupts the next journey.
  await page?.goto('/robots.txt')
  await page?.evaluate(() => sessionStorage.clear())
}
