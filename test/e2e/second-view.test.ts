import type { Locator, Page } from '@playwright/test'
import { publicPages } from './public-pages.ts'
import { expect, locales, test } from './shop.ts'
import { visitInWholeBrowser } from './visit-in-whole-browser.ts'

const country = '/esim/countries/tr'
const [{ words }] = locales

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

test('a mouse that only crosses a search field loads no suggestions', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.clock.install()
  await page.goto('/', { waitUntil: 'networkidle' })
  const before = requested.length
  await stopClock(page)
  await page.getByRole('main').getByRole('searchbox').hover()
  await page.mouse.move(0, 0)
  await page.clock.runFor(1000)
  await page.waitForLoadState('networkidle')
  expect(requested.slice(before)).toEqual([])
})

test('a focus that only crosses links fetches none of them', async ({ page }) => {
  await page.clock.install()
  // The page requests them after its first paint, which can be after the network was idle.
  const flags = page.waitForResponse('**/flags/all.svg')
  await page.goto('/esim/countries', { waitUntil: 'networkidle' })
  await flags
  await stopClock(page)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const crossed = (await page.locator('main a[href^="/esim/countries/"]').all()).slice(0, 5)
  for (const link of crossed) await link.focus()
  const last = (await crossed.at(-1)?.getAttribute('href')) ?? ''
  const fetched = page.waitForResponse((response) => response.url().endsWith(last))
  await page.clock.runFor(1000)
  await fetched
  expect(requested).toEqual([last])
})

test('an accepted cookie banner stays hidden while the page and the answer still load', async ({
  page,
}) => {
  const { promise: end, resolve: release } = Promise.withResolvers<void>()
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/consent', async (route) => end.then(async () => route.continue()))
  await page.route('**/flags/tr-and-stamp.svg', async (route) =>
    loaded.then(async () => route.continue()),
  )
  await page.addInitScript(() => addEventListener('pageshow', () => (document.title = 'shown')))
  await page.goto(country, { waitUntil: 'domcontentloaded' })
  const banner = page.getByRole('form', { name: words('layout.cookies') })
  await banner.getByRole('button', { name: words('layout.cookieOK') }).click()
  await expect(banner).toBeHidden()
  load()
  await expect(page).toHaveTitle('shown')
  await expect(banner).toBeHidden()
  release()
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('scrolling loads no page, form or suggestions, although the finger starts on them', async ({
    page,
  }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.clock.install()
    for (const [path, target] of [
      ['/esim/countries', `main a[href="${country}"]`],
      ['/contacts', '[data-form] form'],
      ['/', 'main input[type="search"]'],
    ] as const) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const before = requested.length
      await stopClock(page)
      await swipeUp(page, page.locator(target).filter({ visible: true }).first())
      await page.clock.runFor(1000)
      await page.waitForLoadState('networkidle')
      expect(requested.slice(before)).toEqual([])
      await page.clock.resume()
    }
  })

  test('a finger that rests on a link loads its page before it is lifted', async ({ page }) => {
    await page.goto('/esim/countries')
    const prefetched = page.waitForResponse((response) => response.url().endsWith(country))
    await (await touch(page, page.locator(`main a[href="${country}"]`).first())).start()
    expect((await prefetched).status()).toBe(200)
  })
})

test('a page from the back/forward cache shows no cookie banner after consent', async ({
  baseURL,
}) => {
  await visitInWholeBrowser(cachedPages(baseURL), async (page) => {
    const banner = page.getByRole('form', { name: words('layout.cookies') })
    await page.goto('/about')
    await expect(banner).toBeVisible()
    await page.evaluate(() => (document.title = 'the first view'))
    await page.goto('/feedback')
    await banner.getByRole('button', { name: words('layout.cookieOK') }).click()
    await expect(banner).toBeHidden()
    await expect
      .poll(async () => (await page.context().cookies()).map(({ name }) => name))
      .toContain('cookieConsent')
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveTitle('the first view')
    await expect(banner).toBeHidden()
  })
})

test('a page from the back/forward cache suggests no language after the visitor has chosen one', async ({
  baseURL,
}) => {
  const options = { ...cachedPages(baseURL), locale: 'ru-RU' }
  await visitInWholeBrowser(options, async (page) => {
    const suggestion = page.locator('[data-suggest=ru]')
    await page.goto('/about')
    await expect(suggestion).toBeVisible()
    await page.evaluate(() => (document.title = 'the first view'))
    await page.goto('/feedback')
    await suggestion.getByRole('button').first().click()
    await expect(page).toHaveURL('/ru/feedback')
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL('/feedback')
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveTitle('the first view')
    await expect(suggestion).toBeHidden()
  })
})

test('every public page returns from the back/forward cache', async ({ baseURL }) => {
  // Over a hundred pages.
  test.slow()
  await visitInWholeBrowser(cachedPages(baseURL), async (page) => {
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

/** Stops timers, because a pointer would rest too long before a slow machine moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

/** Scrolls with a finger that starts on the element. */
async function swipeUp(page: Page, element: Locator): Promise<void> {
  const top = await page.evaluate(() => scrollY)
  const { start, move, end } = await touch(page, element)
  await start()
  for (const distance of [10, 40, 80, 140]) await move(distance)
  await end()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top)
}

/** Touches the start of the element. Playwright can only tap. */
async function touch(page: Page, element: Locator) {
  await element.scrollIntoViewIfNeeded()
  const { x = 0, y = 0 } = (await element.boundingBox()) ?? {}
  const session = await page.context().newCDPSession(page)
  const send = async (type: 'touchStart' | 'touchMove', distance: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: x + 20, y: y + 20 - distance }],
    })
  return {
    start: async () => send('touchStart', 0),
    move: async (distance: number) => send('touchMove', distance),
    end: async () =>
      session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  }
}

/** Options of a browser with the back/forward cache. */
function cachedPages(baseURL: string | undefined) {
  return {
    baseURL: baseURL ?? '',
    // A service worker that takes control of its first page makes that page ineligible for the
    // cache.
    serviceWorkers: 'block',
    // Playwright switches the back/forward cache off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  } as const
}
