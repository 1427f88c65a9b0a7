import { placePhrase } from '../../src/locale/place-phrase.ts'
import { expectAccessible } from './axe.ts'
import { expect, locales, test } from './shop.ts'

const texts = { en: 'Greece, Türkiye, 12 days, 10 GB', ru: 'Греция, Турция, 12 дней, 10 ГБ' }

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
        await expect(page.getByRole('spinbutton', { name: words('tripSearch.days') })).toHaveValue(
          '12',
        )
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

      test('a place that the shop does not know is an error', async ({ page }) => {
        await page.goto(`${prefix}/esim/trip?search_string=Zzzz`)
        const error = page.getByRole('status').locator('.error')
        await expect(error).toHaveText(words('tripSearch.unknown', { names: 'Zzzz' }))
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
          `${prefix}/esim/trip?days=12&gigabytes=10&search_string=${encodeURIComponent(stops)}`,
        )
        const missing = words('tripSearch.missing', { countries: placePhrase(locale, 'tr', '') })
        await expect(page.getByRole('main')).toContainText(missing)
      })
    })
