import { expect, locales, openBought } from './shop.ts'
import {
  openThroughFront,
  storedPages,
  test,
  waitForServiceWorker,
  waitForStoredEsims,
} from './stores.ts'
import { visitInWholeBrowser } from './visit-in-whole-browser.ts'

const [english] = locales
const email = 'offline@example.com'
const questions = '/klientam/questions-and-answers'

/** Chromium logs every request without a network to the console. */
test.use({ expectsFailures: true, serviceWorkers: 'allow' })

for (const shopper of locales) {
  const { locale, prefix, words } = shopper

  test(`in ${locale}, an eSIM that was opened once shows its QR code and balance offline`, async ({
    page,
    context,
  }) => {
    const instruction = await openBought(page, shopper, email)
    await waitForStoredEsims(page, 1)
    await page.getByRole('link', { name: words('instruction.balance') }).click()
    await waitForStoredEsims(page, 2)
    await context.setOffline(true)
    await page.goto(instruction)
    const label = new RegExp(words('offline.keptAt', { time: '' }).slice(0, 30))
    await expect(page.getByRole('status')).toHaveText(label)
    await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()
    await expect(page.locator('.ladder [aria-current]')).toBeVisible()
    const done = page.getByRole('link', { name: words('instruction.done'), exact: true })
    await done.click()
    await expect(page.locator('.screen:visible h3')).toHaveText(words('instruction.steps.title2'))
    await expect(page.locator('.screen .drawing:visible')).toHaveCount(1)
    await expect(
      page.getByRole('button', { name: `${words('instruction.copy')} ` }).first(),
    ).toBeVisible()
    await page.getByRole('link', { name: words('instruction.balance') }).click()
    await expect(page.getByRole('meter', { name: words('balance.gaugeLabel') })).toBeVisible()
    await expect(page.getByRole('status')).toHaveText(label)
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByRole('status')).toBeHidden()
  })

  test(`in ${locale}, a step that is ticked offline returns to the copy of the eSIM`, async ({
    page,
    context,
  }) => {
    await openBought(page, shopper, email)
    await waitForStoredEsims(page, 1)
    const tick = page.getByRole('button', { name: words('instruction.tick.installed') })
    const label = new RegExp(words('offline.keptAt', { time: '' }).slice(0, 30))
    await context.setOffline(true)
    await tick.click()
    await expect(page.getByRole('status')).toHaveText(label)
    await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()
    await context.setOffline(false)
    await tick.click()
    await expect(page.getByRole('status')).toBeHidden()
    await expect(tick).toBeHidden()
  })

  test(`in ${locale}, a page that was never opened lists the pages that open offline, and loads once there is a network`, async ({
    page,
    context,
  }) => {
    await openBought(page, shopper, email)
    await waitForStoredEsims(page, 1)
    await context.setOffline(true)
    await page.goto(`${prefix}/esim/countries/fr`)
    await expect(
      page.getByRole('heading', { level: 1, name: words('offline.title') }),
    ).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await page.getByRole('main').getByRole('listitem').getByRole('link').click()
    await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()
    await page.goBack()
    await context.setOffline(false)
    // The page retries every 4 s.
    await expect(page.getByRole('article').first()).toBeVisible({ timeout: 15_000 })
    await expect(page).toHaveURL(`${prefix}/esim/countries/fr`)
  })

  test(`in ${locale}, an FAQ answer that was read before opens offline`, async ({
    page,
    context,
  }) => {
    await page.goto(`${prefix}${questions}/installing`)
    await waitForServiceWorker(page)
    await page.goto(`${prefix}${questions}/when-starts`)
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    await expect.poll(() => storedPages(page, 'answers')).toHaveLength(2)
    await context.setOffline(true)
    await page.goto(`${prefix}${questions}/installing`)
    await page.goto(`${prefix}${questions}/when-starts?utm_source=mail`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('status')).toBeVisible()
  })
}

test('orders and payments are not stored', async ({ page }) => {
  await page.goto('/esim/countries/tr')
  await waitForServiceWorker(page)
  await page.goto(`/esim-order?tariffID=${english.plan}`)
  await openBought(page, english, email)
  await waitForStoredEsims(page, 1)
  await page.goto('/contacts')
  const urls = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  const pages = urls.filter((url) => !url.startsWith('/assets/'))
  expect(pages.toSorted()).toEqual(['/esim-instruction', '/icon.svg', '/offline'])
})

test('the offline page is stored in the languages that were visited, and shown in the last', async ({
  page,
  context,
}) => {
  const offlinePages = async () =>
    page.evaluate(async () => {
      const [name = ''] = (await caches.keys()).filter((each) => each.startsWith('files-'))
      const requests = await (await caches.open(name)).keys()
      const paths = requests.map(({ url }) => new URL(url).pathname)
      return paths.filter((path) => path.endsWith('/offline'))
    })
  await page.goto('/ru/about')
  await waitForServiceWorker(page)
  expect(await offlinePages()).toEqual(['/ru/offline'])
  const html = page.locator('html')
  await context.setOffline(true)
  await page.goto('/about')
  await expect(html).toHaveAttribute('lang', 'ru')
  await context.setOffline(false)
  // The offline page loads the page itself. Another navigation would be cancelled.
  await expect(html).toHaveAttribute('lang', 'en')
  await expect.poll(offlinePages).toEqual(['/ru/offline', '/offline'])
  await context.setOffline(true)
  await page.goto('/reviews')
  await expect(html).toHaveAttribute('lang', 'en')
})

test('the newest thirty pages of eSIMs are stored', async ({ page }) => {
  const instruction = await openBought(page, english, email)
  await waitForStoredEsims(page, 1)
  await page.evaluate(async () => {
    const store = await caches.open('esims')
    for (let each = 0; each < 40; each += 1)
      await store.put(`/esim-instruction?hash=older${each}`, new Response('older'))
  })
  await page.goto(instruction.replace('instruction', 'operator-info'))
  await waitForStoredEsims(page, 30)
  const urls = await storedPages(page, 'esims')
  expect(urls.at(-1)).toContain('/esim-operator-info')
  expect(urls).not.toContain('/esim-instruction?hash=older10')
})

test('the stored copy shows when the shop stalls, fails, hangs or is unreachable', async ({
  page,
  front,
}) => {
  const qr = page.getByRole('img', { name: english.words('instruction.qrLabel') })
  await openThroughFront(page, front, english, email)
  for (const mode of ['stalled', 'failing', 'silent', 'cut'] as const) {
    front.state.mode = mode
    await page.reload()
    await expect(qr, mode).toBeVisible()
    await expect(page.getByRole('status'), mode).toBeVisible()
  }
})

test('the shop can be installed in the language of the page', async ({
  page,
  request,
  baseURL,
}) => {
  for (const { prefix, locale } of locales) {
    await page.goto(prefix || '/')
    const link = page.locator('link[rel=manifest]')
    const manifest = await (await request.get((await link.getAttribute('href')) ?? '')).json()
    expect(manifest).toMatchObject({ name: 'Meridian', lang: locale, start_url: prefix || '/' })
    for (const { src, type } of manifest.icons)
      expect((await request.get(src)).headers()['content-type'], src).toBe(type)
  }
  await visitInWholeBrowser({ baseURL: baseURL ?? '' }, async (shop) => {
    await shop.goto('/')
    const devtools = await shop.context().newCDPSession(shop)
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // Playwright's contexts are private windows, in which no app can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  })
  await page.goto('/about')
  const registration = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready
    return [scope, active?.scriptURL]
  })
  expect(registration).toEqual([`${baseURL}/`, `${baseURL}/sw.js`])
  const worker = await request.get('/sw.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  })
})
