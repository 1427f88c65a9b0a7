import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'
import { visitInWholeBrowser } from './visit-in-whole-browser.ts'

const country = '/esim/countries/tr'

test('a click on a link that was hovered shows the page from the browser’s cache', async ({
  page,
}) => {
  await page.goto('/esim/countries')
  const link = page.locator(`main a[href="${country}"]`).first()
  const prefetched = page.waitForResponse((response) => response.url().endsWith(country))
  await link.hover()
  await (await prefetched).finished()
  await link.click()
  await expect(page).toHaveURL(country)
  const transferred = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return entry instanceof PerformanceNavigationTiming ? entry.transferSize : null
  })
  expect(transferred).toBe(0)
})

test('does not prefetch pages for visitors who save data', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/esim/countries', { waitUntil: 'networkidle' })
  const link = page.locator(`main a[href="${country}"]`).first()
  await link.hover()
  await link.dispatchEvent('touchstart')
  await page.goto('/about', { waitUntil: 'networkidle' })
  expect(requested).not.toContain(country)
})

test('every public page returns from the back/forward cache', async ({ baseURL }) => {
  // Over a hundred pages.
  test.slow()
  const options = {
    baseURL: baseURL ?? '',
    // A service worker that takes control of its first page makes that page ineligible for the
    // cache.
    serviceWorkers: 'block',
    // Playwright switches the back/forward cache off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  } as const
  await visitInWholeBrowser(options, async (page) => {
    for (const path of publicPages) {
      const response = await page.goto(path)
      // Error pages are not cached.
      if (response?.status() !== 200) continue
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => {
          document.title = `persisted: ${persisted}`
        })
      })
      await page.goto('/robots.txt')
      await page.goBack({ waitUntil: 'commit' })
      await expect.soft(page, path).toHaveTitle('persisted: true')
    }
  })
})
