import type { Locator } from '@playwright/test'
import { expect, locales, test } from './shop.ts'

for (const { locale, prefix, words } of locales)
  test(`in ${locale}, maps show where plans work, with the countries nearby in words`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/esim/region`)
    const map = page.getByRole('img', { name: words('coverage.map') })
    await expect(map).toBeVisible()
    await expect(map.locator('.covered')).toHaveAttribute('d', /^m\d/)
    await expect(map.locator('text').first()).toBeVisible()
    const turkey = locale === 'en' ? /Türkiye/ : /Турция/
    await expect(page.locator('.map p.hatched')).toHaveText(turkey)
    await page.goto(`${prefix}/esim/tariffs/th-ais/th-ais-5gb-15d`)
    await map.scrollIntoViewIfNeeded()
    await expectDrawn(map)
    await page.goto(`${prefix}/esim/countries/tr`)
    await expect(page.locator('.cover .dots path[stroke]')).toHaveAttribute('d', /^m\d/)
    const others = words('coverage.doesNotWork', { countries: '' })
    await expect(page.getByText(others)).toContainText(locale === 'en' ? 'Greece' : 'Греция')
  })

test('the map of the shop is on wide screens, without a request', async ({ page }) => {
  const maps: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/maps/')) maps.push(request.url())
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/', { waitUntil: 'networkidle' })
  const map = page.locator('.shop-map')
  await expect(map).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('img', { name: 'World map' })).toBeVisible()
  expect(maps).toEqual([])
})

async function expectDrawn(map: Locator): Promise<void> {
  await expect(map).toBeVisible()
  await expect
    .poll(() =>
      map.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
    )
    .toBe(true)
}
