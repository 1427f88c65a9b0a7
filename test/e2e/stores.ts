import type { Page } from '@playwright/test'
import { startFront } from './front.ts'
import { expect, test as base } from './shop.ts'

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
