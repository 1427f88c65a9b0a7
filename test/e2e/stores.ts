import type { Page } from '@playwright/test'
import { startFront } from './front.ts'
import { expect, openBought, test as base } from './shop.ts'
import type { Shopper } from './shop.ts'

type Front = Awaited<ReturnType<typeof startFront>>

export const test = base.extend<{ front: Front }>({
  front: async ({ baseURL }, use) => {
    const front = await startFront(baseURL ?? '')
    await use(front)
    await front.close()
  },
})

export async function waitForServiceWorker(page: Page): Promise<void> {
  await expect
    .poll(async () => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
}

export async function waitForStoredEsims(page: Page, count: number): Promise<void> {
  await waitForServiceWorker(page)
  await expect.poll(() => storedPages(page, 'esims')).toHaveLength(count)
}

/** Buys a plan, and opens the page of its eSIM through `front`, so that the worker stores it. */
export async function openThroughFront(
  page: Page,
  front: Front,
  shopper: Shopper,
  email: string,
): Promise<void> {
  const { pathname, search } = new URL(await openBought(page, shopper, email))
  await page.goto(front.origin + pathname + search)
  await waitForStoredEsims(page, 1)
}

export async function storedPages(page: Page, kind: 'esims' | 'answers'): Promise<string[]> {
  return page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
    const stores = await Promise.all(names.map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  }, kind)
}

export async function fileStores(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith('files-')),
  )
}
