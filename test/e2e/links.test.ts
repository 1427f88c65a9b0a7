import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './shop.ts'

/** Number of plans and filtered lists to follow. There are many, and they are alike. */
const plansToFollow = 300
const parallelRequests = 6

test('every link of the shop leads to a page', async ({ request }) => {
  test.setTimeout(360_000)
  const { seen, broken } = await crawl(request, ['/', '/ru'])
  expect(seen.size).toBeGreaterThan(700)
  expect(broken).toEqual([])
})

test('the sitemap lists every public page in both languages', async ({ request }) => {
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

test('structured data breaks no security policy, and browsers can decode the share picture', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(globalThis, { violations })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      violations.push([effectiveDirective, blockedURI, sample].join(' ')),
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
    expect(await page.evaluate(() => Reflect.get(globalThis, 'violations'))).toEqual([])
  }
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const size = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, picture ?? '')
  expect(size).toEqual([1200, 630])
})

async function crawl(request: APIRequestContext, start: readonly string[]) {
  const queue = [...start]
  const seen = new Set(queue)
  const broken: string[] = []
  let plans = 0
  while (queue.length > 0) await Promise.all(queue.splice(0, parallelRequests).map(follow))
  return { seen, broken }

  async function follow(path: string): Promise<void> {
    const response = await request.get(path)
    if (response.status() >= 400) broken.push(`${path} ${response.status()}`)
    const html = await response.text()
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
      const next = href.replaceAll('&amp;', '&')
      const isPlan = /\/tariffs\/./.test(next) || next.includes('-order?') || next.includes('?')
      if (seen.has(next) || (isPlan && plans++ > plansToFollow)) continue
      seen.add(next)
      queue.push(next)
    }
  }
}
