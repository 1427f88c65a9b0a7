import { randomBytes } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { brotliBytes } from './brotli-bytes.ts'
import { layoutShift } from './layout-shift.ts'
import { publicPages } from './public-pages.ts'
import { expect, locales, test } from './shop.ts'

for (const { locale, prefix } of locales)
  test(`in ${locale}, every page with its styles fits in 14,000 bytes of brotli`, async ({
    request,
  }) => {
    for (const path of publicPages) {
      const url = path === '/' ? prefix || '/' : prefix + path
      const html = await (await request.get(url)).text()
      expect.soft(brotliBytes(html), url).toBeLessThanOrEqual(14_000)
      // The back office measures pages with gzip, and allows 400 bytes more.
      const gzipBytes = gzipSync(html).byteLength
      expect.soft(gzipBytes - brotliBytes(html), url).toBeGreaterThanOrEqual(400)
    }
  })

for (const { locale, prefix } of locales)
  test(`in ${locale}, a page with a rejected form fits in 14,000 bytes of brotli`, async ({
    request,
    baseURL,
  }) => {
    const form = { email: 'no address', phone: '1', message: 'Where is my eSIM? '.repeat(10) }
    for (const path of ['/contacts', '/login', '/login?as=partner', '/register']) {
      const answer = await request.post(prefix + path, { form, headers: { Origin: baseURL ?? '' } })
      expect(answer.status(), path).toBe(422)
      const html = await answer.text()
      expect.soft(brotliBytes(html), path).toBeLessThanOrEqual(14_000)
      expect.soft(html, path).toContain('<header')
    }
  })

for (const { locale, prefix } of locales)
  test(`in ${locale}, a rejected message of random letters is kept and fits in 14,000 bytes`, async ({
    request,
    baseURL,
  }) => {
    for (const message of [
      randomBytes(1500).toString('hex'),
      randomBytes(3000).toString('base64'),
    ]) {
      const form = { topic: 'support', email: 'no address', message }
      const headers = { Origin: baseURL ?? '' }
      const answer = await request.post(`${prefix}/contacts`, { form, headers })
      const html = await answer.text()
      expect.soft(html).toContain(`>${message}</textarea>`)
      expect.soft(brotliBytes(html)).toBeLessThanOrEqual(14_000)
    }
  })

test('an untouched page loads at most 4 kB of script and no React, and does not shift', async ({
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

test('an untouched page makes at most four requests; flags load after the first paint', async ({
  context,
}) => {
  const queue = [...publicPages]
  // The page is idle for half a second before its requests are counted.
  const tabs = await Promise.all([1, 2, 3, 4].map(() => context.newPage()))
  await Promise.all(
    tabs.map(async (tab) => {
      for (let path = queue.pop(); path !== undefined; path = queue.pop())
        await expectFewRequests(tab, path)
    }),
  )
})

async function expectFewRequests(page: Page, path: string): Promise<void> {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(path, { waitUntil: 'networkidle' })
  // The headless shell requests no icon.
  const icon = await page.locator('link[rel=icon]').getAttribute('href')
  if (icon?.startsWith('/')) requested.push(icon)
  expect.soft(requested.length, `${path}: ${requested.join(' ')}`).toBeLessThanOrEqual(4)
  const [paint, flags] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    performance.getEntriesByType('resource').find(({ name }) => /\/flags\/(all|common)/.test(name))
      ?.startTime,
  ])
  if (flags !== undefined) expect.soft(flags, path).toBeGreaterThan(paint ?? Infinity)
  page.removeAllListeners('request')
}

test('flags appear beside countries', async ({ page }) => {
  for (const [path, file] of [
    ['/', 'common'],
    ['/esim/countries', 'all'],
  ] as const) {
    await page.goto(path)
    const flag = page.locator('main svg.flag').first()
    const href = new RegExp(`^/flags/${file}\\.svg#[a-z]{2}$`)
    await expect(flag.locator('use')).toHaveAttribute('href', href)
    const isDrawn = () => flag.evaluate((svg: SVGSVGElement) => svg.getBBox().width > 0)
    await expect.poll(isDrawn).toBe(true)
  }
})
