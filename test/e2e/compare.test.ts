import { expectAccessible } from './axe.ts'
import { expect, locales, test } from './shop.ts'

for (const { locale, prefix, words } of locales) {
  for (const javaScriptEnabled of [true, false])
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled })

      test('plans marked on two pages of a list are compared side by side', async ({ page }) => {
        await page.goto(`${prefix}/esim/countries/th`)
        await page.getByRole('link', { name: words('compare.link') }).click()
        const boxes = page.getByRole('checkbox')
        await boxes.first().check()
        const marked = await boxes.first().getAttribute('value')
        await page.getByRole('button', { name: words('filters.next') }).click()
        await expect(page.locator(`input[value="${marked}"]`)).toBeChecked()
        await boxes.last().check()
        const other = await boxes.last().getAttribute('value')
        await page.getByRole('button', { name: words('compare.submit') }).click()
        const [first = '', second = ''] = [marked ?? '', other ?? ''].toSorted()
        await expect(page).toHaveURL(new RegExp(`tariffID=`))
        const columns = page.getByRole('columnheader')
        await expect(columns).toHaveCount(2)
        await expect(columns.first().locator(`a[href*="/${first}"]`)).toBeVisible()
        await expect(columns.last().locator(`a[href*="/${second}"]`)).toBeVisible()
      })

      test('the page of a plan compares it with similar plans, one of which can be removed', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim/tariffs/th-ais/th-ais-5gb-15d`)
        await page.getByRole('link', { name: words('compare.similar') }).click()
        const columns = page.getByRole('columnheader')
        await expect(columns).toHaveCount(3)
        await columns.last().getByText(words('order.remove')).click()
        await expect(columns).toHaveCount(2)
      })
    })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`in ${locale}, a comparison is accessible and fits 320 px in the ${colorScheme} theme`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.emulateMedia({ colorScheme })
      const plans = 'europe-100gb-180d,global-unlimited-15d,tr-turkcell-10gb-30d'
      for (const query of [`?tariffID=${plans}`, '?country=th']) {
        await page.goto(`${prefix}/esim/compare${query}`)
        await expectAccessible(page)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        )
        expect(overflow).toBeLessThanOrEqual(0)
      }
    })
}
