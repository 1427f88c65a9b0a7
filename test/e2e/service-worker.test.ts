import { expect, locales, openBought } from './shop.ts'
import {
  fileStores,
  openThroughFront,
  storedPages,
  test,
  waitForServiceWorker,
  waitForStoredEsims,
} from './stores.ts'

const [english] = locales
const email = 'worker@example.com'
const questions = '/klientam/questions-and-answers'

test.use({ expectsFailures: true, serviceWorkers: 'allow' })

test('submitting a form with data-logout deletes the stored eSIMs', async ({ page, context }) => {
  const instruction = await openBought(page, english, email)
  await waitForStoredEsims(page, 1)
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.action = '/about'
    form.dataset['logout'] = ''
    document.body.append(form)
    form.requestSubmit()
  })
  await expect(page).toHaveURL(/about/)
  await expect.poll(() => storedPages(page, 'esims')).toEqual([])
  await context.setOffline(true)
  await page.goto(instruction)
  await expect(page.getByRole('heading', { name: english.words('offline.title') })).toBeVisible()
})

test('an eSIM that is still loading when the worker starts is stored', async ({
  page,
  context,
  front,
}) => {
  const { pathname, search } = new URL(await openBought(page, english, email))
  const [install, esim] = [front.hold('/offline'), front.hold(pathname)]
  await page.goto(`${front.origin}/about`)
  const visit = page.goto(front.origin + pathname + search)
  await esim.reached
  install.release()
  const worker = () => context.serviceWorkers().find((each) => each.url().includes(front.origin))
  await expect.poll(async () => worker()?.evaluate('registration.active?.state')).toBe('activated')
  esim.release()
  await visit
  await waitForStoredEsims(page, 1)
})

test('a sign-out with Clear-Site-Data deletes the stored eSIMs', async ({ page, front }) => {
  await openThroughFront(page, front, english, email)
  await page.goto(`${front.origin}/test-logout`)
  await expect.poll(() => storedPages(page, 'esims')).toEqual([])
})

test('an eSIM in another tab is not stored again after a sign-out', async ({
  page,
  context,
  front,
}) => {
  await openThroughFront(page, front, english, email)
  const other = await context.newPage()
  await other.goto(`${front.origin}/test-logout`)
  await waitForServiceWorker(other)
  await waitForServiceWorker(page)
  await other.goto(`${front.origin}/about`)
  expect(await storedPages(other, 'esims')).toEqual([])
})

test('a new release keeps eSIMs and the files of the previous release, and deletes the rest', async ({
  page,
  front,
}) => {
  const { pathname, search } = new URL(await openBought(page, english, email))
  await page.goto(front.origin + questions)
  await waitForServiceWorker(page)
  await page.goto(front.origin + pathname + search)
  await waitForStoredEsims(page, 1)
  await page.evaluate(() =>
    caches.open('files-before').then((store) => store.put('/x', new Response())),
  )
  const [first] = await fileStores(page)
  for (const release of ['second', 'third']) {
    front.state.release = release
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(() => fileStores(page)).toContain(`files-${release}`)
    await expect.poll(() => fileStores(page)).toHaveLength(2)
  }
  expect(first).toMatch(/^files-/)
  expect(await fileStores(page)).toEqual(['files-second', 'files-third'])
  expect(await storedPages(page, 'answers')).toEqual([])
  expect(await storedPages(page, 'esims')).toHaveLength(1)
})

test('new releases keep the offline page in a language of which no page is open', async ({
  page,
  front,
}) => {
  await page.goto(`${front.origin}/ru/about`)
  await waitForServiceWorker(page)
  await page.goto(`${front.origin}/about`)
  for (const release of ['second', 'third']) {
    front.state.release = release
    await page.evaluate(async () => {
      const changed = new Promise((done) =>
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
      )
      await (await navigator.serviceWorker.ready).update()
      await changed
    })
  }
  front.state.mode = 'cut'
  for (const { prefix, locale } of locales) {
    await page.goto(`${front.origin}${prefix}/reviews`)
    await expect(page.locator('[data-offline]')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
  }
})

test('a copy from an old release gets the current boot script', async ({ page, front }) => {
  await openThroughFront(page, front, english, email)
  await page.evaluate(async () => {
    const store = await caches.open('esims')
    const [request] = await store.keys()
    const html = request && (await (await store.match(request))?.text())
    if (request && html)
      await store.put(
        request,
        new Response(html.replace(/boot-[\w-]+\.js/, 'boot-old.js'), {
          headers: { 'Content-Type': 'text/html' },
        }),
      )
  })
  front.state.mode = 'cut'
  await page.reload()
  await expect(page.getByRole('status')).toBeVisible()
})

test('a missing script reloads the page, at most once a minute', async ({ page }) => {
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

test('a missing script does not reload the page without a network or after a field was changed', async ({
  page,
  front,
}) => {
  const [{ prefix, plan, words }] = locales
  await page.goto(`${front.origin}${prefix}/esim-order?tariffID=${plan}`)
  // The browser would report a worker whose script is cut off.
  await waitForServiceWorker(page)
  await page.evaluate(() => (document.body.dataset['mark'] = ''))
  front.state.mode = 'cut'
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await failed
  front.state.mode = 'open'
  await page.getByLabel(words('order.consentLink')).check()
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await expect(page.locator('body[data-mark]')).toBeVisible()
  await page.getByLabel(words('order.consentLink')).uncheck()
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await expect(page.locator('body[data-mark]')).toHaveCount(0)
})

for (const method of ['open', 'match'] as const)
  test(`a page loads when the browser's stores fail (${method})`, async ({
    page,
    context,
    front,
  }) => {
    await openThroughFront(page, front, english, email)
    const worker = context.serviceWorkers().find((each) => each.url().includes(front.origin))
    await worker?.evaluate((broken) => {
      const fail = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
      Object.assign(caches, { [broken]: fail })
      for (const name of ['put', 'match'] as const) Cache.prototype[name] = fail
    }, method)
    await page.reload()
    await expect(
      page.getByRole('img', { name: english.words('instruction.qrLabel') }),
    ).toBeVisible()
    // The boot script shows this button.
    const copy = page.getByRole('button', { name: `${english.words('instruction.copy')} ` })
    await expect(copy.first()).toBeVisible()
  })
