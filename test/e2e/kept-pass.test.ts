import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { expect, locales, openAccount, openBought, test } from './shop.ts'

const pass = (page: Page) => page.locator('.kept-pass')
const kept = async (page: Page) => page.evaluate(() => localStorage.getItem('pass'))

for (const each of locales) {
  const { locale, prefix } = each
  const state = { en: 'Thailand 1 GB · 7 days', ru: 'Таиланд 1 ГБ · 7 дней' }[locale]

  test(`in ${locale}, every page shows the pass of a customer, and moves nothing`, async ({
    page,
  }) => {
    const url = await openBought(page, { ...each, plan }, `kept-pass-${locale}@example.com`)
    await expect(pass(page)).toHaveCount(0)
    for (const width of [360, 768, 1440])
      for (const path of ['/', '/esim/countries/tr', '/esim/tariffs/th-ais/th-ais-5gb-15d']) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path === '/' ? prefix || path : prefix + path)
        await expect(pass(page)).toHaveText(state)
        await expect(pass(page)).toBeInViewport({ ratio: 1 })
        expect(await layoutShift(page)).toBeLessThan(0.01)
      }
    await expectAccessible(page, '.top-row')
    // The other language has its own words for the same pass.
    await page.goto(prefix === '' ? '/ru' : '/')
    await expect(pass(page)).toHaveText(prefix === '' ? /^Таиланд 1 ГБ/ : /^Thailand 1 GB/)
    await page.goto(prefix || '/')
    await pass(page).click()
    await expect(page).toHaveURL(url)
  })
}

const plan = 'th-ais-1gb-7d'

test('the pass is gone after its end, after a sign-out and for another customer', async ({
  page,
}) => {
  const [shopper] = locales
  await openBought(page, { ...shopper, plan }, 'kept-pass-end@example.com')
  const first = await kept(page)
  const restore = async (text: string | null) =>
    page.evaluate((value) => localStorage.setItem('pass', value ?? ''), text)
  const ended = JSON.stringify({ ...JSON.parse(first ?? ''), until: '2020-01-01T00:00:00Z' })
  for (const text of [ended, 'another shape', '{}', '{"until":"2999-01-01"}']) {
    await restore(text)
    await page.goto('/')
    await expect.poll(async () => kept(page)).toBeNull()
    await expect(pass(page)).toHaveCount(0)
  }
  await restore(first)
  await openAccount(page, shopper, 'kept-pass-another@example.com')
  await expect.poll(async () => kept(page)).toBeNull()
  await restore(first)
  await page.goto('/')
  await expect(pass(page)).toBeVisible()
  await page.goto('/account')
  await restore(first)
  await page.getByRole('button', { name: shopper.words('account.logOut') }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(async () => kept(page)).toBeNull()
})

test('a browser without storage shows the page without a pass', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new Error('no storage')
      },
    }),
  )
  await openBought(page, { ...locales[0], plan }, 'kept-pass-none@example.com')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(pass(page)).toHaveCount(0)
})
