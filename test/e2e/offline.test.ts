import type { Page } from '@playwright/test'
import { standBefore } from './release.ts'
import { test as base, buy, expect, locales } from './shop.ts'

type Front = Awaited<ReturnType<typeof standBefore>>

/** `front`: the shop behind a server that can fail. */
const test = base.extend<{ front: Front }>({
  front: async ({ baseURL }, use) => {
    const front = await standBefore(baseURL ?? '')
    await use(front)
    await front.close()
  },
})
const [english] = locales
const email = 'offline@example.com'
const questions = '/klientam/questions-and-answers'

/** The browser itself complains of every request that finds no network. */
test.use({ expectsFailures: true })

for (const shopper of locales) {
  const { locale, prefix, words } = shopper

  test(`in ${locale}, an eSIM that was opened once opens without a network, QR code and balance`, async ({
    page,
    context,
  }) => {
    const instruction = await buy(page, shopper, email)
    await untilKept(page, 1)
    await page.getByRole('link', { name: words('instruction.balance') }).click()
    await untilKept(page, 2)
    await context.setOffline(true)
    await page.goto(instruction)
    const told = new RegExp(words('offline.keptAt', { time: '' }).slice(0, 30))
    await expect(page.getByRole('status')).toHaveText(told)
    await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()
    await expect(
      page.getByRole('button', { name: `${words('instruction.copy')}: ` }).first(),
    ).toBeVisible()
    await page.getByRole('link', { name: words('instruction.balance') }).click()
    await expect(page.getByRole('meter', { name: words('balance.gaugeLabel') })).toBeVisible()
    await expect(page.getByRole('status')).toHaveText(told)
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByRole('status')).toBeHidden()
  })

  test(`in ${locale}, a page that was never opened says that there is no network and what opens without, and opens when there is one`, async ({
    page,
    context,
  }) => {
    await buy(page, shopper, email)
    await untilKept(page, 1)
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
    // It looks every four seconds, and the worker may learn of it later than the page.
    await expect(page.getByRole('article').first()).toBeVisible({ timeout: 15_000 })
    await expect(page).toHaveURL(`${prefix}/esim/countries/fr`)
  })

  test(`in ${locale}, an answer that was read before opens without a network`, async ({
    page,
    context,
  }) => {
    await page.goto(`${prefix}${questions}/installing`)
    await untilControlled(page)
    await page.goto(`${prefix}${questions}/when-starts`)
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    await expect.poll(() => kept(page, 'answers')).toHaveLength(2)
    await context.setOffline(true)
    await page.goto(`${prefix}${questions}/installing`)
    await page.goto(`${prefix}${questions}/when-starts?utm_source=mail`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('status')).toBeVisible()
  })
}

test('sending a form marked data-logout erases the kept eSIMs', async ({ page, context }) => {
  const instruction = await buy(page, english, email)
  await untilKept(page, 1)
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.action = '/about'
    form.dataset['logout'] = ''
    document.body.append(form)
    form.requestSubmit()
  })
  await expect(page).toHaveURL(/about/)
  await expect.poll(() => kept(page, 'esims')).toEqual([])
  await context.setOffline(true)
  await page.goto(instruction)
  await expect(page.getByRole('heading', { name: english.words('offline.title') })).toBeVisible()
})

test('a log-out that answers with Clear-Site-Data erases the kept eSIMs', async ({
  page,
  front,
}) => {
  const instruction = await buy(page, english, email)
  await page.goto(front.origin + new URL(instruction).pathname + new URL(instruction).search)
  await untilKept(page, 1)
  await page.goto(`${front.origin}/test-logout`)
  await expect.poll(() => kept(page, 'esims')).toEqual([])
})

test('of a purchase, neither order nor payment is kept', async ({ page }) => {
  await page.goto('/esim/countries/tr')
  await untilControlled(page)
  await page.goto(`/esim-order?tariffID=${english.plan}`)
  await buy(page, english, email)
  await untilKept(page, 1)
  await page.goto('/contacts')
  const urls = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  const pages = urls.filter((url) => !url.startsWith('/assets/'))
  expect(pages.toSorted()).toEqual(['/esim-instruction', '/icon.svg', '/offline', '/ru/offline'])
})

test('at most thirty eSIMs are kept, the newest', async ({ page }) => {
  const instruction = await buy(page, english, email)
  await untilKept(page, 1)
  await page.evaluate(async () => {
    const store = await caches.open('esims')
    for (let each = 0; each < 40; each += 1)
      await store.put(`/esim-instruction?hash=older${each}`, new Response('older'))
  })
  await page.goto(instruction.replace('instruction', 'operator-info'))
  await untilKept(page, 30)
  const urls = await kept(page, 'esims')
  expect(urls.at(-1)).toContain('/esim-operator-info')
  expect(urls).not.toContain('/esim-instruction?hash=older10')
})

test('a shop that is silent or out of order shows the kept copy', async ({ page, front }) => {
  const { pathname, search } = new URL(await buy(page, english, email))
  const qr = page.getByRole('img', { name: english.words('instruction.qrLabel') })
  await page.goto(front.origin + pathname + search)
  await untilKept(page, 1)
  for (const way of ['failing', 'silent', 'cut'] as const) {
    front.state.way = way
    await page.reload()
    await expect(qr, way).toBeVisible()
    await expect(page.getByRole('status'), way).toBeVisible()
  }
})

test('a new release keeps the eSIMs and the files of the release before, and drops the rest', async ({
  page,
  front,
}) => {
  const { pathname, search } = new URL(await buy(page, english, email))
  await page.goto(front.origin + questions)
  await untilControlled(page)
  await page.goto(front.origin + pathname + search)
  await untilKept(page, 1)
  await page.evaluate(() =>
    caches.open('files-before').then((store) => store.put('/x', new Response())),
  )
  const [first] = await filesStores(page)
  for (const release of ['second', 'third']) {
    front.state.release = release
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(() => filesStores(page)).toContain(`files-${release}`)
    await expect.poll(() => filesStores(page)).toHaveLength(2)
  }
  expect(first).toMatch(/^files-/)
  expect(await filesStores(page)).toEqual(['files-second', 'files-third'])
  expect(await kept(page, 'answers')).toEqual([])
  expect(await kept(page, 'esims')).toHaveLength(1)
})

test('a copy from an old release gets the boot script of today', async ({ page, front }) => {
  const { pathname, search } = new URL(await buy(page, english, email))
  await page.goto(front.origin + pathname + search)
  await untilKept(page, 1)
  await page.evaluate(async () => {
    const store = await caches.open('esims')
    const [request] = await store.keys()
    const html = request && (await (await store.match(request))?.text())
    if (request && html)
      await store.put(
        request,
        new Response(html.replace(/boot-[\w-]+\.js/, 'boot-longgone.js'), {
          headers: { 'Content-Type': 'text/html' },
        }),
      )
  })
  front.state.way = 'cut'
  await page.reload()
  await expect(page.getByRole('status')).toBeVisible()
})

test('a script that is gone reloads the page, once a minute at most', async ({ page }) => {
  await page.clock.install()
  await page.goto('/about')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.src = '/assets/gone.js'
    document.head.append(script)
  })
  await expect.poll(() => loads).toBe(1)
  const reloads = await page.evaluate(async () => {
    let navigations = 0
    // This event fires during location.reload().
    navigation.addEventListener('navigate', () => (navigations += 1))
    const script = document.createElement('script')
    script.src = '/assets/gone-too.js'
    await new Promise((failed) => {
      script.addEventListener('error', failed)
      document.head.append(script)
    })
    dispatchEvent(new Event('vite:preloadError'))
    return navigations
  })
  expect(reloads).toBe(0)
  await page.clock.fastForward(61_000)
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await expect.poll(() => loads).toBe(2)
})

test('the shop can be installed, in the language of the page', async ({ page, request }) => {
  for (const { prefix, locale } of locales) {
    await page.goto(prefix || '/')
    const link = page.locator('link[rel=manifest]')
    const manifest = await (await request.get((await link.getAttribute('href')) ?? '')).json()
    expect(manifest).toMatchObject({ name: 'Meridian', lang: locale, start_url: prefix || '/' })
    for (const { src, type } of manifest.icons)
      expect((await request.get(src)).headers()['content-type'], src).toBe(type)
  }
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The one thing against it is the test's own: nothing is installed from a private window.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  const worker = await request.get('/sw.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  })
})

/** Buys an eSIM, opens its page, and answers its address. */
async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

async function untilKept(page: Page, count: number): Promise<void> {
  await untilControlled(page)
  await expect.poll(() => kept(page, 'esims')).toHaveLength(count)
}

/** Addresses in the stores of a kind, oldest first. */
async function kept(page: Page, kind: 'esims' | 'answers'): Promise<string[]> {
  return page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
    const stores = await Promise.all(names.map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  }, kind)
}

async function filesStores(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith('files-')),
  )
}
