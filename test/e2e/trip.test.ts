import type { Locator } from '@playwright/test'
import { placePhrase } from '../../src/words/place-names.ts'
import { expectAccessible } from './axe.ts'
import { expect, locales, test } from './shop.ts'

const texts = {
  en: 'Greece and Turkey, 12 days, maps and some video',
  ru: 'Греция и Турция на 12 дней, карты и немного видео',
}

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
        const main = page.getByRole('main')
        await expect(main.getByRole('search').locator('input')).toHaveValue(texts[locale])
        const need = { days: words('units.days', { count: 12 }), size: `9 ${words('units.GB')}` }
        await expect(main).toContainText(words('tripSearch.for', need))
        await expect(main.getByText(words('tripSearch.recommended'))).toHaveCount(1)
        const plans = page.locator('.stops')
        await expect(plans).toHaveCount(2)
        if (javaScriptEnabled) await expectAccessible(page)
        await plans.first().getByRole('link').first().click()
        await expect(page).toHaveURL(/\/esim\/tariffs\//)
        await expect(page.getByRole('main')).toContainText(locale === 'ru' ? 'Греция' : 'Greece')
      })

      test('a visitor says what they do online, and gets a plan with more data', async ({
        page,
      }) => {
        const text = locale === 'ru' ? 'Таиланд, 10 дней' : 'Thailand, 10 days'
        await page.goto(`${prefix}/esim/trip?search_string=${encodeURIComponent(text)}`)
        const choices = page.getByRole('list', { name: words('trip.use') })
        const current = choices.locator('[aria-current]')
        await expect(current).toHaveText(words('trip.uses.mixed'))
        await choices.getByRole('link', { name: words('trip.uses.work') }).click()
        await expect(current).toHaveText(words('trip.uses.work'))
        const need = { days: words('units.days', { count: 10 }), size: `20 ${words('units.GB')}` }
        await expect(page.getByRole('main')).toContainText(words('tripSearch.for', need))
        if (javaScriptEnabled) await expectAccessible(page)
      })

      test('a visitor names the days in each country and finds cheaper plans', async ({ page }) => {
        const stops = locale === 'ru' ? 'Таиланд, Вьетнам, Грузия' : 'Thailand, Vietnam, Georgia'
        const text = `${stops}, 42 ${locale === 'ru' ? 'дня' : 'days'}, 30 GB`
        await page.goto(`${prefix}/esim/trip?search_string=${encodeURIComponent(text)}`)
        const button = page.getByRole('main').locator('.actions .button')
        const whole = await amountOf(button)
        const notice = page.locator('.notice', { hasText: words('tripSearch.staysTitle') })
        await notice.getByRole('link').click()
        const field = page.getByRole('main').getByRole('search').locator('input')
        const days = words('units.days', { count: 14 })
        const [first = '', second = '', third = ''] = stops.split(', ')
        await expect(field).toHaveValue(
          `${first} ${days}, ${second} ${days}, ${third} ${days}, 30\u00A0${words('units.GB')}`,
        )
        await field.fill(`${first} 21, ${second} 14, ${third} 7, 30 GB`)
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/21/)
        await expect(notice).toHaveCount(0)
        await expect(page.locator('.pass')).not.toHaveCount(0)
        expect(await amountOf(button)).toBeLessThan(whole)
        await expect(page.getByText(words('tripSearch.sharesByDays'))).toBeVisible()
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
        const text = encodeURIComponent(`${stops}, 20 d, 10 GB`)
        await page.goto(`${prefix}/esim/trip?search_string=${text}`)
        const [closed = ''] = stops.split(', ')
        await expect(page.locator('.empty')).toHaveText(
          words('tripSearch.soldOut', { countries: closed }),
        )
        await expect(page.getByRole('heading', { name: words('tripSearch.rest') })).toBeVisible()
        await expect(page.locator('.pass')).toHaveCount(1)
      })

      test('a plan that misses a country names it', async ({ page }) => {
        const stops = locale === 'ru' ? 'Греция, Турция' : 'Greece, Türkiye'
        const text = encodeURIComponent(`${stops}, 12 d, 3 GB`)
        await page.goto(`${prefix}/esim/trip?search_string=${text}`)
        const missing = words('tripSearch.missing', { countries: placePhrase(locale, 'tr', '') })
        await expect(page.getByRole('main')).toContainText(missing)
      })
    })
