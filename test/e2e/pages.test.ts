import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Locale } from '../../src/locale/locales.ts'
import { expectAccessible } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { publicPages } from './public-pages.ts'
import { expect, locales, order, register, signInAsPartner, test } from './shop.ts'

/** How a page that fell back to the wrong language shows. */
const cyrillic = /[А-Яа-яЁё]/

for (const shopper of locales) {
  const { locale, prefix, words } = shopper
  const at = (path: string) => (path === '/' ? prefix || '/' : prefix + path)

  for (const path of publicPages)
    test(`${at(path)} is sound: accessible in both themes, fits a phone, in its own language`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(at(path))
      await expectSound(page, locale)
    })

  test(`in ${locale}, every page with its styles fits in 14 000 bytes of brotli`, async ({
    request,
  }) => {
    for (const path of publicPages) {
      const html = await (await request.get(at(path))).text()
      expect(brotliCompressSync(html).byteLength, at(path)).toBeLessThanOrEqual(14_000)
    }
  })

  test(`in ${locale}, the pages of a purchase, an account and a partner are as sound, and kept by no cache on the way`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    // Codes are limited per address.
    await page.setExtraHTTPHeaders({ 'CF-Connecting-IP': '198.51.100.7' })
    const email = `sound-${locale}@example.com`
    await order(page, { ...shopper, plan: 'tr-turkcell-10gb-30d' }, email)
    await page.getByRole('button').first().click()
    const opened = page.getByRole('link', { name: words('payment.open') })
    await expect(opened).toBeVisible()
    const esim = (await opened.getAttribute('href')) ?? ''
    const payment = page.url()
    await register(page, shopper, email)
    await signInAsPartner(page, shopper, locale === 'en' ? '+79123459101' : '+79123459102')
    for (const url of [
      payment,
      esim,
      esim.replace('instruction', 'operator-info'),
      `${prefix}/account`,
      `${prefix}/referral-program`,
    ]) {
      const response = await page.goto(url)
      expect(response?.headers(), url).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      })
      expect(response?.headers()['referrer-policy'], url).toMatch(/^(same-origin|no-referrer)$/)
      await expectSound(page, locale)
    }
  })
}

/** Of the page that is open, on a screen of a phone's width. */
async function expectSound(page: Page, locale: Locale): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expect(page.locator('html')).toHaveAttribute('lang', locale)
  const text = await page.getByRole('main').innerText()
  expect(cyrillic.test(text)).toBe(locale === 'ru')
  expect(text).not.toMatch(/undefined|\[object|NaN|\{\{/)
}

test('the language switch works without JavaScript, keeps page and query, and is remembered', async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, locale: 'en-GB' })
  await page.goto('/esim/countries/tr?traffic=5')
  await page.getByRole('button', { name: 'Ру' }).click()
  await expect(page).toHaveURL('/ru/esim/countries/tr?traffic=5')
  await page.goto('/')
  await expect(page).toHaveURL('/ru')
  await page.close()
})

test('suggests the Russian page to a browser that prefers Russian, until it has chosen', async ({
  browser,
}) => {
  const page = await browser.newPage({ locale: 'ru-RU' })
  await page.goto('/esim/countries/tr')
  await page.getByRole('button', { name: 'Читать по-русски' }).click()
  await expect(page).toHaveURL('/ru/esim/countries/tr')
  await page.goto('/esim/countries/tr')
  await expect(page.getByRole('button', { name: 'Читать по-русски' })).toBeHidden()
  await page.close()
})

for (const javaScriptEnabled of [true, false]) {
  test(`the cookie banner goes for good, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ javaScriptEnabled, locale: 'en-GB' })
    await page.goto('/esim/countries?search_string=tur')
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL('/esim/countries?search_string=tur')
    await expect(page.getByRole('button', { name: 'OK' })).toBeHidden()
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'OK' })).toBeHidden()
    await page.close()
  })
}

test('the menu of a phone opens without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
  })
  await page.goto('/')
  await page.getByRole('banner').locator('summary').click()
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'eSIM plans' }).last(),
  ).toBeVisible()
  await page.close()
})

test('codes are copied with a word of confirmation', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [shopper] = locales
  await order(page, shopper, 'copy@example.com')
  await page.getByRole('button').first().click()
  await page.getByRole('link', { name: shopper.words('payment.open') }).click()
  const code = page.getByRole('button', { name: `Copy: ${shopper.words('instruction.smdp')}` })
  await code.click()
  await expect(code).toHaveText(shopper.words('instruction.copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('rsp.meridian.example')
})

test('no link of the shop leads nowhere', async ({ request }) => {
  test.setTimeout(180_000)
  const queue = ['/', '/ru']
  const seen = new Set(queue)
  const broken: string[] = []
  let planPages = 0
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const response = await request.get(path)
    if (response.status() >= 400) broken.push(`${path} ${response.status()}`)
    const html = await response.text()
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
      const next = href.replaceAll('&amp;', '&')
      const isPlan = /\/tariffs\/./.test(next) || next.includes('-order?') || next.includes('?')
      if (seen.has(next) || (isPlan && planPages++ > 300)) continue
      seen.add(next)
      queue.push(next)
    }
  }
  expect(seen.size).toBeGreaterThan(700)
  expect(broken).toEqual([])
})

test('search engines find every public page in both languages', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  const sitemap = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? ''
  const locations = async (path: string) => {
    const xml = await (await request.get(path)).text()
    return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  }
  const parts = await Promise.all((await locations(sitemap)).map(locations))
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(50_000)
  const urls = parts.flat()
  expect(new Set(urls).size).toBe(urls.length)
  expect(urls).toContain('/ru/esim/countries/tr')
  expect(urls).toContain('/ru/esim/tariffs/th-ais/th-ais-5gb-15d')
  expect(urls).toContain('/blog/what-unlimited-means')
  const plans = (await readFile('catalogue/plans.csv', 'utf8')).trim().split('\n').length - 1
  expect(urls.filter((url) => /\/tariffs\/./.test(url))).toHaveLength(plans * 2)
  const some = urls.filter((_, index) => index % 400 === 0)
  for (const url of [...urls.slice(0, 30), ...some])
    expect((await request.get(url)).status(), url).toBe(200)
})

test('blocks of data break no policy of a page, and a browser shows the picture of a link', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const broken: string[] = []
    Object.assign(globalThis, { broken })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      broken.push([effectiveDirective, blockedURI, sample].join(' ')),
    )
  })
  for (const path of [
    '/ru',
    '/esim/tariffs/th-ais/th-ais-5gb-15d',
    '/ru/klientam/questions-and-answers/installing',
    '/blog/what-unlimited-means',
  ]) {
    const response = await page.goto(path, { waitUntil: 'networkidle' })
    expect(response?.headers()['content-security-policy']).toContain("script-src 'self';")
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(blocks.map((block) => JSON.parse(block)['@context'])).toContain('https://schema.org')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'broken'))).toEqual([])
  }
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const size = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, picture ?? '')
  expect(size).toEqual([1200, 630])
})

for (const { locale, prefix, words } of locales) {
  test(`in ${locale}, a message to support is sent with a screenshot without JavaScript, and a bad one keeps what was typed`, async ({
    browser,
    request,
  }) => {
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.goto(`${prefix}/contacts`)
    const support = page.locator('#support')
    await support.getByLabel(words('contacts.message')).fill(`A question in ${locale}`)
    await support.getByRole('button', { name: words('contacts.send') }).click()
    await expect(support.getByText(words('contacts.nameMissing'))).toBeVisible()
    await expect(support.getByLabel(words('contacts.message'))).toHaveValue(
      `A question in ${locale}`,
    )
    await support.getByLabel(words('contacts.name')).fill('Anna')
    await support.getByLabel(words('contacts.yourEmail')).fill('anna@example.com')
    await support.getByLabel(words('order.consentLabel')).check()
    const attach = (buffer: Buffer) =>
      support
        .getByLabel(words('contacts.screenshot'))
        .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer })
    await attach(Buffer.alloc(6 * 1024 * 1024))
    await support.getByRole('button', { name: words('contacts.send') }).click()
    await expect(support.getByText(words('api.fileTooLarge'))).toBeVisible()
    await expect(support.getByLabel(words('contacts.yourEmail'))).toHaveValue('anna@example.com')
    await expect(support.getByLabel(words('order.consentLabel'))).toBeChecked()

    const screenshot = await page.screenshot()
    await attach(screenshot)
    await support.getByRole('button', { name: words('contacts.send') }).click()
    await expect(support.getByText(words('contacts.sent'))).toBeVisible()
    const { data } = await (await request.get('/dev/outbox.json')).json()
    const bodies: string[] = data.map(({ body }: { body: string }) => body)
    const mail = bodies.find((body) => body.includes(`A question in ${locale}`)) ?? ''
    expect(mail).toContain('Mozilla/5.0')
    const [file] = /screenshots\/\w+\.png/.exec(mail) ?? []
    expect(await (await request.get(`/dev/uploads/${file}`)).body()).toEqual(screenshot)
    await page.close()
  })
}

test('before a visitor reaches for anything, a page loads 4 kB of script at most, no React, and nothing moves', async ({
  page,
}) => {
  for (const path of [
    '/',
    '/esim/countries',
    '/ru/esim/countries/tr',
    '/esim/tariffs/th-ais/th-ais-5gb-15d',
  ]) {
    const scripts: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body())
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    const shift = await layoutShift(page)
    const code = Buffer.concat(await Promise.all(scripts))
    expect(brotliCompressSync(code).byteLength, path).toBeLessThanOrEqual(4000)
    expect(code.toString(), path).not.toContain('hydrateRoot')
    expect(shift, path).toBeLessThan(0.01)
    page.removeAllListeners('response')
  }
})
