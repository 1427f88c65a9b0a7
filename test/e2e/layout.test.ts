import { layoutShift } from './layout-shift.ts'
import { expect, hydrate, locales, openBought, test } from './shop.ts'

const [english, russian] = locales

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

test('without JavaScript, flags that a script would load take no place', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, locale: 'en-GB' })
  await page.goto('/esim/compare')
  await expect(page.locator('main svg.flag').first()).toBeHidden()
  await page.close()
})

test('a browser that prefers Russian sees a link to the Russian page until a language is chosen', async ({
  browser,
}) => {
  const page = await browser.newPage({ locale: 'ru-RU' })
  await page.goto('/esim/countries/tr')
  await page.getByRole('button', { name: russian.words('layout.switchToThisLanguage') }).click()
  await expect(page).toHaveURL('/ru/esim/countries/tr')
  await page.goto('/esim/countries/tr')
  await expect(
    page.getByRole('button', { name: russian.words('layout.switchToThisLanguage') }),
  ).toBeHidden()
  await page.close()
})

test('the offer of another language can be closed, and the page keeps its language', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    locale: 'ru-RU',
    viewport: { width: 360, height: 740 },
  })
  await context.addCookies([{ name: 'cookieConsent', value: '1', url: baseURL ?? '' }])
  const page = await context.newPage()
  await page.goto('/contacts')
  const message = page.locator('#support').getByLabel(english.words('contacts.message'))
  await message.fill('On 1 May:')
  const stored = page.waitForResponse('**/locale')
  await page
    .locator('.asks')
    .getByRole('button', { name: russian.words('layout.close') })
    .click()
  await stored
  await expect(page.locator('.asks').getByRole('button')).toHaveCount(0)
  await expect(message).toHaveValue('On 1 May:')
  await page.goto('/')
  await expect(page).toHaveURL('/')
  await expect(page.locator('.asks').getByRole('button')).toHaveCount(0)
  await context.close()
})

test('two notices are between the content and the footer, and move nothing', async ({
  browser,
}) => {
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 360, height: 740 } })
  await page.goto('/ru/contacts')
  await expect(page.locator('.asks').getByRole('button')).toHaveCount(3)
  const [main, asks, footer] = await Promise.all(
    ['main', '.asks', 'footer'].map(async (part) => page.locator(part).boundingBox()),
  )
  expect(asks?.y).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0))
  expect(footer?.y).toBeGreaterThanOrEqual((asks?.y ?? 0) + (asks?.height ?? 0))
  expect(await layoutShift(page)).toBeLessThan(0.001)
  await page.close()
})

for (const javaScriptEnabled of [true, false])
  test(`OK hides the cookie banner permanently, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async ({
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

test('a copy button copies the code and confirms it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [shopper] = locales
  await page.clock.install()
  await openBought(page, shopper, 'copy@example.com')
  const name = shopper.words('instruction.smdp')
  const [copy, copied] = [shopper.words('instruction.copy'), shopper.words('instruction.copied')]
  const code = page
    .getByRole('button', { name: `${copy} ${name}` })
    .or(page.getByRole('button', { name: `${copied} ${name}` }))
  await code.click()
  await expect(code).toHaveText(copied)
  await expect(code).toHaveAccessibleName(`${copied} ${name}`)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('rsp.meridian.example')
  await code.click()
  await page.evaluate(() => navigator.clipboard.readText())
  await page.clock.runFor(2000)
  await expect(code).toHaveText(copy)
})

test('the footer has headings on a computer, and buttons with the same names on a phone', async ({
  page,
}) => {
  const footer = page.getByRole('contentinfo')
  await page.goto('/about')
  const titles = await footer.locator('summary').allTextContents()
  for (const [width, shown, hidden] of [
    [1280, 'h2', 'summary'],
    [360, 'summary', 'h2'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    await expect(footer.locator(`${hidden}:visible`)).toHaveCount(0)
    await expect(footer.locator(`${shown}:visible`)).toHaveText(titles)
  }
})

test('the menu of a phone does not cover the focus that leaves it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/about')
  const banner = page.getByRole('banner')
  const menu = banner.locator('.burger-links')
  await banner.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  for (const _ of await menu.getByRole('link').all()) {
    await page.keyboard.press('Tab')
    await expect(menu.locator(':focus')).toBeVisible()
  }
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus, .asks :focus')).toBeVisible()
  await expect(menu).toBeHidden()
  await page.keyboard.press('Shift+Tab')
  await expect(banner.locator('summary')).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`in ${colorScheme} colours, an error differs from the focus and from a selected option`, async ({
    page,
  }) => {
    const [shopper] = locales
    await page.emulateMedia({ colorScheme })
    await page.goto(`/esim-order?tariffID=${shopper.plan}`)
    const field = page.getByLabel(shopper.words('order.email'))
    await hydrate(page, field)
    await page.getByRole('button', { name: shopper.words('order.submit') }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
    const [error, focus] = await field.evaluate((element) => {
      const { borderTopColor, outlineColor } = getComputedStyle(element)
      return [borderTopColor, outlineColor]
    })
    const selected = await page
      .locator('.option:has(:checked)')
      .first()
      .evaluate((element) => getComputedStyle(element).borderTopColor)
    expect(focus).not.toBe(error)
    expect(selected).not.toBe(error)
  })

test('the button to pay, and who gets the email, need no scrolling and no script', async ({
  browser,
}) => {
  const { plan, words } = english
  const page = await browser.newPage({
    javaScriptEnabled: false,
    locale: 'en-GB',
    viewport: { width: 360, height: 740 },
  })
  await page.goto(`/esim-order?tariffID=${plan}`)
  await expect(page.getByRole('button', { name: words('order.submit') })).toBeInViewport({
    ratio: 1,
  })
  const label = page.locator('label[for=order-email]')
  await expect(label).toHaveText(words('order.email'), { useInnerText: true })
  await page.getByText(words('order.gift')).click()
  await page.getByLabel(words('order.giftEmail')).fill('bella@example.com')
  await expect(label).toHaveText(words('order.giverEmail'), { useInnerText: true })
  await page.close()
})

for (const { locale, prefix, words } of [english, russian])
  test(`in ${locale}, the links to other pages are below the number of the page on a phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${prefix}/esim/tariffs?page=2`)
    const links = page.getByRole('navigation', { name: words('filters.pages') })
    const boxOf = async (text: string) => links.getByText(text).boundingBox()
    const number = await boxOf(words('filters.page', { page: 2 }))
    const previous = await boxOf(words('filters.previous'))
    expect(previous?.y).toBeGreaterThan((number?.y ?? 0) + (number?.height ?? 0))
    expect(previous?.x).toBe(number?.x)
  })
