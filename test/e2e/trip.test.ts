import type { Locator } from '@playwright/test'
import { placePhrase } from '../../src/words/place-names.ts'
import { expectAccessible } from './axe.ts'
import { expect, locales, test } from './shop.ts'

const texts = { en: 'Greece, Türkiye, 12 days, 10 GB', ru: 'Греция, Турция, 12 дней, 10 ГБ' }

/** Returns the number in the text of a button, such as 24.3 for `Order all for $24.30`. */
async function amountOf(button: Locator): Promise<number> {
  const text = await button.first().innerText()
  return Number(text.replaceAll(/[^\d.,]/g, '').replace(',', '.'))
}

for (const { locale, prefix, words } of locales)
  for (const javaScriptEnabled of [true, false])
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ samePage: true, javaScriptEnabled, viewport: { width: 360, height: 740 } })

      test('a visitor enters a trip on the home page and finds plans for the whole trip', async ({
        page,
      }) => {
        await page.goto(prefix || '/')
        await page.getByRole('searchbox').first().fill(texts[locale])
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/esim\/trip\?/)
        const days = page.getByRole('spinbutton', { name: words('tripSearch.days'), exact: true })
        await expect(days).toHaveValue('12')
        await expect(
          page.getByRole('spinbutton', { name: words('tripSearch.gigabytes') }),
        ).toHaveValue('10')
        const plans = page.locator('.stops')
        await expect(plans).toHaveCount(2)
        if (javaScriptEnabled) await expectAccessible(page)
        await plans.first().getByRole('link').first().click()
        await expect(page).toHaveURL(/\/esim\/tariffs\//)
        await expect(page.getByRole('main')).toContainText(locale === 'ru' ? 'Греция' : 'Greece')
      })

      test('a visitor enters the days in each country and finds cheaper plans', async ({
        page,
      }) => {
        const stops = locale === 'ru' ? 'Таиланд, Вьетнам, Грузия' : 'Thailand, Vietnam, Georgia'
        const query = `days=42&gigabytes=30&search_string=${encodeURIComponent(stops)}`
        await page.goto(`${prefix}/esim/trip?${query}`)
        const button = page.getByRole('main').locator('.actions .button')
        const whole = await amountOf(button)
        for (const [index, title] of stops.split(', ').entries())
          await page
            .getByRole('spinbutton', { name: words('tripSearch.stay', { country: title }) })
            .fill(String(21 - index * 7))
        const notice = page.locator('.notice', { hasText: words('tripSearch.staysTitle') })
        await notice.getByRole('button').click()
        await expect(page).toHaveURL(/stay1=21&stay2=14&stay3=7/)
        await expect(notice).toHaveCount(0)
        await expect(page.locator('.pass')).not.toHaveCount(0)
        expect(await amountOf(button)).toBeLessThan(whole)
        await expect(page.getByText(words('tripSearch.sharesByDays'))).toBeVisible()
        const first = words('tripSearch.stay', { country: stops.split(', ')[0] ?? '' })
        await expect(page.getByRole('spinbutton', { name: first })).toHaveValue('21')
        if (javaScriptEnabled) await expectAccessible(page)
      })

      test('a visitor without a destination finds plans for an example trip', async ({ page }) => {
        await page.goto(`${prefix}/esim/trip`)
        const examples = page.getByRole('main').getByRole('listitem').getByRole('link')
        await expect(examples).toHaveCount(3)
        await examples.first().click()
        await expect(page.locator('.stops')).toHaveCount(2)
      })

      test('a trip with a sold-out country names it, and shows plans for the rest', async ({
        page,
      }) => {
        const stops = locale === 'ru' ? 'Аландские острова, Таиланд' : 'Åland Islands, Thailand'
        await page.goto(
          `${prefix}/esim/trip?days=20&gigabytes=10&search_string=${encodeURIComponent(stops)}`,
        )
        const [closed = ''] = stops.split(', ')
        await expect(page.locator('.empty')).toHaveText(
          words('tripSearch.soldOut', { countries: closed }),
        )
        await expect(page.getByRole('heading', { name: words('tripSearch.rest') })).toBeVisible()
        await expect(page.locator('.pass')).toHaveCount(1)
        await page.getByRole('spinbutton', { name: words('tripSearch.gigabytes') }).fill('1')
        await page.getByRole('button', { name: words('tripSearch.submit') }).click()
        await expect(page).toHaveURL(/gigabytes=1(&|$)/)
      })

      test('a plan that misses a country names it', async ({ page }) => {
        const stops = locale === 'ru' ? 'Греция, Турция' : 'Greece, Türkiye'
        await page.goto(
          `${prefix}/esim/trip?days=12&gigabytes=3&search_string=${encodeURIComponent(stops)}`,
        )
        const missing = words('tripSearch.missing', { countries: placePhrase(locale, 'tr', '') })
        await expect(page.getByRole('main')).toContainText(missing)
      })
    })
