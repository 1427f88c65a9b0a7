import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { expect, locales, test } from './shop.ts'

const spellings = ['turtsiya', 'турция', 'nehwbz', 'егклун', 'tukrey', 'Istanbul']
const list = '**/countries.json'

for (const { locale, prefix, words } of locales) {
  const home = prefix || '/'
  const türkiye = locale === 'ru' ? 'Турция' : 'Türkiye'
  const fieldOf = (page: Page) => page.getByRole('main').getByRole('search').locator('input')
  const openCombobox = async (page: Page, path = home) => {
    await page.goto(path)
    await fieldOf(page).focus()
    await expect(page.getByRole('combobox').first()).toHaveAttribute('aria-expanded', 'false')
    return page.getByRole('main').getByRole('combobox')
  }

  test(`in ${locale}, the keyboard alone selects a country`, async ({ page }) => {
    const field = await openCombobox(page)
    await page.keyboard.type('nehwb')
    await expect(page.getByRole('listbox')).toBeVisible()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('status')).toHaveText(words('countries.suggestions', { count: 1 }))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(field).toHaveValue('nehwb')
    await page.keyboard.press('ArrowDown')
    const option = page.getByRole('option', { name: türkiye })
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute(
      'aria-activedescendant',
      (await option.getAttribute('id')) ?? '',
    )
    await expect(field).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${prefix}/esim/countries/tr`)
    await page.goBack()
    await expect(page.getByRole('listbox')).toBeHidden()
  })

  test(`in ${locale}, arrow keys move through the suggestions and back to the field, where Enter submits the form`, async ({
    page,
  }) => {
    const field = await openCombobox(page, `${prefix}/esim/countries`)
    await page.keyboard.type('gu')
    const options = page.getByRole('option')
    const selected = page.getByRole('option', { selected: true })
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(selected).toHaveCount(0)
    await expect(field).not.toHaveAttribute('aria-activedescendant')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowLeft')
    await expect(selected).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${prefix}/esim/countries?search_string=gu`)
  })

  test(`in ${locale}, the mouse selects a country without a layout shift`, async ({ page }) => {
    const field = await openCombobox(page)
    await field.pressSequentially('turk')
    await page.getByRole('option').nth(1).hover()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(page.getByRole('listbox')).toBeHidden()
    await field.click()
    await expect(page.getByRole('option', { name: türkiye })).toBeVisible()
    expect(await layoutShift(page)).toBeLessThan(0.01)
    await page.getByRole('option', { name: türkiye }).click()
    await expect(page).toHaveURL(`${prefix}/esim/countries/tr`)
  })

  test(`in ${locale}, a sentence shows the trip as the planner understands it`, async ({
    page,
  }) => {
    const field = await openCombobox(page)
    const status = page.getByRole('status')
    await field.pressSequentially('turkeyx')
    await expect(status).not.toBeEmpty()
    await field.fill(locale === 'en' ? 'something quite unknown' : 'что-то совсем непонятное')
    await expect(status).toBeEmpty()
    const text = locale === 'en' ? 'turkey, two weeks, maps' : 'турция, две недели, карты'
    await field.fill(text)
    const trip = page.getByRole('option', {
      name: words('tripSearch.trip', { places: türkiye }),
    })
    await expect(trip).toContainText(words('units.days', { count: 14 }))
    await expect(trip).toContainText(`3\u00A0${words('units.GB')}`)
    expect(await layoutShift(page)).toBeLessThan(0.01)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/esim\/trip\?search_string=/)
    await expect(page.getByRole('main').getByRole('search').locator('input')).toHaveValue(text)
    await expect(page.getByRole('main')).toContainText(words('units.days', { count: 14 }))
  })

  test(`in ${locale}, names of several countries suggest a trip`, async ({ page }) => {
    const field = await openCombobox(page)
    await field.pressSequentially('japan korea')
    const places = locale === 'en' ? 'Japan + South Korea' : 'Япония + Южная Корея'
    await page.getByRole('option', { name: words('tripSearch.trip', { places }) }).click()
    await expect(page).toHaveURL(/\/esim\/trip\?search_string=/)
    await expect(page.locator('.stops').first()).toBeVisible()
  })

  test(`in ${locale}, a search without suggestions is reported once`, async ({ page }) => {
    const field = await openCombobox(page)
    const reports: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/failed-search')) reports.push(request.method())
    })
    for (const text of ['turk', 'Wakanda', 'wakanda!']) {
      await field.fill(text)
      await page.getByRole('heading', { level: 1 }).click()
      await expect(page.getByRole('listbox')).toBeHidden()
    }
    await expect.poll(() => reports).toEqual(['POST'])
  })

  test(`in ${locale}, a tap selects a country`, async ({ browser }) => {
    const page = await browser.newPage({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 740 },
    })
    await page.goto(home)
    await fieldOf(page).tap()
    await page.keyboard.type('stambyl')
    await page.getByRole('option', { name: türkiye }).tap()
    await expect(page).toHaveURL(`${prefix}/esim/countries/tr`)
    await page.close()
  })

  test(`in ${locale}, suggestions and an empty result are accessible in both themes`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const text of ['gu', 'zzzz']) {
      await openCombobox(page)
      await page.keyboard.type(text)
      await expect(page.getByRole('status')).not.toBeEmpty()
      await page.keyboard.press('ArrowDown')
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    }
    await expect(page.getByText(words('errors.nothingFound'))).toBeVisible()
  })

  test(`in ${locale}, text typed before the list of countries loads is searched afterwards`, async ({
    page,
  }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(list, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(home)
    await fieldOf(page).focus()
    await page.keyboard.type('turtsiya')
    await expect(fieldOf(page)).toHaveValue('turtsiya')
    release()
    await expect(page.getByRole('option', { name: türkiye })).toBeVisible()
    await expect(page.getByRole('combobox')).toHaveValue('turtsiya')
  })

  test(`in ${locale}, the search form finds the same without JavaScript`, async ({ browser }) => {
    const page = await browser.newPage({ javaScriptEnabled: false })
    for (const spelling of spellings) {
      await page.goto(home)
      await fieldOf(page).fill(spelling)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/esim\/countries\?search_string=/)
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
      await expect(page.getByRole('main').getByRole('listitem')).toContainText(türkiye)
    }
    await page.close()
  })

  test(`in ${locale}, suggestions load only when the pointer reaches the field, and are small`, async ({
    page,
  }) => {
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await page.goto(home, { waitUntil: 'networkidle' })
    expect(paths.filter((path) => /combobox|countries\.json/.test(path))).toEqual([])
    const answers = Promise.all([page.waitForResponse(/combobox/), page.waitForResponse(list)])
    await fieldOf(page).hover()
    const [code, countries] = await answers
    expect(brotliCompressSync(await code.body()).byteLength).toBeLessThanOrEqual(7500)
    expect(brotliCompressSync(await countries.body()).byteLength).toBeLessThanOrEqual(14_000)
    expect(await countries.headerValue('cache-control')).toContain('public, max-age=600')
  })
}

test('without the list of countries the plain form remains, and the next focus or key requests the list again', async ({
  page,
}) => {
  let requests = 0
  const { promise: typed, resolve: fail } = Promise.withResolvers<void>()
  await page.route(list, async (route) => {
    requests += 1
    if (requests > 2) return route.continue()
    if (requests === 2) await typed
    return route.fulfill({ status: 200, body: 'not JSON' })
  })
  await page.goto('/')
  const field = page.getByRole('main').getByRole('search').locator('input')
  await expect(async () => {
    await field.blur()
    await field.focus()
    expect(requests).toBe(2)
  }).toPass()
  await field.pressSequentially('tur')
  await expect(field).not.toHaveAttribute('aria-expanded')
  fail()
  await expect(page.getByRole('option', { name: 'Türkiye' })).toBeVisible()
  expect(requests).toBe(3)
})
