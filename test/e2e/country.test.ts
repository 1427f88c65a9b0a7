import { expect, locales, test } from './shop.ts'

const phone = { width: 360, height: 740 }

for (const { locale, prefix, words } of locales)
  for (const javaScriptEnabled of [false, true])
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ samePage: true, javaScriptEnabled, viewport: phone, locale })

      test('below the cover, the first plan of a country is on the first screen', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim/countries/tr`)
        const box = await page.getByRole('article').first().boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(680)
      })

      test('the cover shows the time, sockets and the emergency number of a country', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim/countries/jp`)
        const time = page.locator('.cover time')
        if (javaScriptEnabled) await expect(time).toHaveText(/^\d\d:\d\d$/)
        else await expect(time).toHaveText('UTC+9')
        await expect(page.locator('.cover dl')).toContainText('A, B')
        await expect(page.locator('.cover dl')).toContainText('110 · 119')
      })

      test('a region shows its lowest price and when to install before its plans', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim/countries/ru/mow`)
        const first = page.locator('.pass .price').first()
        const price = await first.evaluate(({ firstChild }) => firstChild?.textContent ?? '')
        const opening = page.locator('.masthead')
        await expect(opening).toContainText(words('units.from', { price }))
        await expect(opening.getByRole('link', { name: words('placeTexts.install') })).toBeVisible()
      })

      test('three picks and every lowest price lead to a plan in one tap', async ({ page }) => {
        await page.goto(`${prefix}/esim/countries/tr`)
        const picks = page.locator('.picks').getByRole('article')
        await expect(picks).toHaveCount(3)
        for (const [index, name] of (['weekend', 'fortnight', 'month'] as const).entries())
          await expect(picks.nth(index)).toContainText(words(`picks.${name}`))
        const cell = page.getByRole('table').getByRole('link').first()
        const price = ((await cell.textContent()) ?? '').split(/\s\d+\s\D+$/)[0]
        await cell.click()
        // The page also has the bar of phones.
        const pass = page.getByRole('article')
        await expect(
          pass.getByRole('link', { name: words('tariff.buy', { price: '' }) }),
        ).toContainText(price ?? '')
      })

      test('the trip form shows a plan on a page that can be shared', async ({ page }) => {
        await page.goto(`${prefix}/esim/countries/tr`)
        await page.getByLabel(words('trip.days')).fill('10')
        await page.getByLabel(words('trip.use')).selectOption('light')
        await page.getByRole('button', { name: words('trip.submit') }).click()
        await expect(page).toHaveURL(`${prefix}/esim/countries/tr?trip=10&use=light#trip`)
        // Ten days of 200 MB: the cheapest plan is 3 GB for 15 days.
        const answer = page.locator('#trip').getByRole('article')
        await expect(answer).toContainText(words('units.days', { count: 15 }))
        await expect(answer).toContainText(`3 ${words('units.GB')}`)
        await expect(page.getByLabel(words('trip.days'))).toHaveValue('10')
      })

      test('chips narrow the list by size and keep the other filters', async ({ page }) => {
        await page.goto(`${prefix}/esim/countries/tr?days=30`)
        const chips = page.getByRole('navigation', { name: words('filters.sizes') })
        await chips.getByRole('link', { name: words('filters.size', { size: '10' }) }).click()
        await expect(page).toHaveURL(`${prefix}/esim/countries/tr?days=30&traffic=10#plans`)
        for (const plan of await page.getByRole('article').all())
          await expect(plan).toContainText(words('units.days', { count: 30 }))
      })
    })
