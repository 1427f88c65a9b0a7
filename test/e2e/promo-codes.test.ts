import type { Page } from '@playwright/test'
import { cardIn } from '../../src/payments/settings.ts'
import { cardLabel } from '../../src/words/plan-words.ts'
import { formatMoney } from '../../src/words/formats.shared.ts'
import type { Words } from '../../src/words/words.shared.ts'
import { expectAccessible } from './axe.ts'
import { expect, hydrate, locales, pay, test } from './shop.ts'

/** A code of the sample shop: 10 % off. */
const code = 'welcome10'

for (const { locale, prefix, words, plan } of locales) {
  const money = (minor: number) => formatMoney(locale, { minor, currency: 'RUB' })
  const form = (page: Page) => page.locator('#activation')
  const card = (page: Page) => form(page).getByLabel(cardLabel(words, 'RUB'))
  const apply = (page: Page) => page.getByRole('button', { name: words('order.apply') }).click()
  const goToPayment = (page: Page) =>
    page.getByRole('button', { name: words('order.submit') }).click()
  /** The order's price in roubles on the form, in kopecks. */
  const total = async (page: Page) =>
    Number(await page.locator(`input[name=total-${cardIn('RUB')}]`).inputValue())

  for (const javaScriptEnabled of [false, true]) {
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ samePage: true, javaScriptEnabled, locale: 'en-GB' })

      test('a promo code lowers the price before payment, and the order keeps it', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
        const before = await total(page)
        const after = before - Math.ceil(before / 10)
        const email = `promo-${locale}-${javaScriptEnabled}@example.com`
        await page.getByLabel(words('order.email')).fill(email)
        await card(page).check()
        await openPromocode(page, words)
        await page.getByLabel(words('order.promocode')).fill(code)
        await apply(page)
        await expect(page.getByRole('status')).toContainText(
          words('order.applied', { code: 'WELCOME10' }),
        )
        expect(await total(page)).toBe(after)
        const option = form(page).locator('.option', { hasText: cardLabel(words, 'RUB') })
        for (const text of [money(before), money(after - before), money(after)])
          await expect(option).toContainText(text)
        await expect(page.getByLabel(words('order.email'))).toHaveValue(email)
        await expect(card(page)).toBeChecked()
        if (javaScriptEnabled) await expectAccessible(page)

        await page.getByLabel(words('order.consentLink')).check()
        await goToPayment(page)
        await expect(page.getByRole('button').first()).toContainText(money(after))
        await pay(page)
        await expect(page.getByRole('main')).toContainText(money(after))
      })

      test('a code that is typed but not applied is shown before the payment', async ({ page }) => {
        await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
        const before = await total(page)
        const after = before - Math.ceil(before / 10)
        await page.getByLabel(words('order.email')).fill('typed@example.com')
        await card(page).check()
        await openPromocode(page, words)
        await page.getByLabel(words('order.promocode')).fill(code)
        await page.getByLabel(words('order.consentLink')).check()
        await goToPayment(page)
        const prices = { before: money(before), now: money(after) }
        await expect(page.getByRole('alert')).toHaveText(words('api.priceReduced', prices))
        await goToPayment(page)
        await expect(page.getByRole('button').first()).toContainText(money(after))
      })

      test('a code that cannot be used is an error of its field, and nothing is lost', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
        await page.getByLabel(words('order.email')).fill('unknown@example.com')
        await openPromocode(page, words)
        await page.getByLabel(words('order.promocode')).fill('NO-SUCH-CODE')
        await page.getByLabel(words('order.consentLink')).check()
        for (const press of [apply, goToPayment]) {
          await press(page)
          const field = page.getByLabel(words('order.promocode'))
          await expect(field).toHaveAccessibleDescription(words('promo.unknown'))
          await expect(field).toHaveValue('NO-SUCH-CODE')
          await expect(page.getByLabel(words('order.email'))).toHaveValue('unknown@example.com')
          await expect(page.getByLabel(words('order.consentLink'))).toBeChecked()
        }
      })

      test('a changed price is shown with the old price, and the next press buys at the new price', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
        const now = await total(page)
        const before = now + 1000
        await page.getByLabel(words('order.email')).fill('price@example.com')
        await card(page).check()
        await page.getByLabel(words('order.consentLink')).check()
        if (javaScriptEnabled) await hydrate(page, page.getByLabel(words('order.email')))
        await page.locator(`input[name=total-${cardIn('RUB')}]`).evaluate((input, value) => {
          if (input instanceof HTMLInputElement) input.value = value
        }, String(before))
        await goToPayment(page)
        const prices = { before: money(before), now: money(now) }
        await expect(page.getByRole('alert')).toHaveText(words('api.priceChanged', prices))
        await expect(page.getByLabel(words('order.email'))).toHaveValue('price@example.com')
        await expect(card(page)).toBeChecked()
        await goToPayment(page)
        await expect(page.getByRole('button').first()).toContainText(money(now))
      })

      test('the Enter key submits the order and does not apply the promo code', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
        await page.getByLabel(words('order.email')).fill('enter@example.com')
        await page.getByLabel(words('order.email')).press('Enter')
        await expect(page.getByText(words('order.consentMissing'))).toBeVisible()
      })
    })
  }

  test(`in ${locale}, a link with a promo code opens the form with the lower price`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
    const before = await total(page)
    await page.goto(`${prefix}/esim-order?tariffID=${plan}&promo=${code}`)
    await expect(page.getByLabel(words('order.promocode'))).toHaveValue(code)
    expect(await total(page)).toBe(before - Math.ceil(before / 10))
    const stale = await page.goto(`${prefix}/esim-order?tariffID=${plan}&promo=EXPIRED-LINK`)
    expect(stale?.status()).toBe(200)
    await expect(page.getByLabel(words('order.promocode'))).toHaveAccessibleDescription(
      words('promo.unknown'),
    )
  })
}

/** Expands the field, which is collapsed because most buyers have no code. */
async function openPromocode(page: Page, words: Words): Promise<void> {
  await page.locator('summary', { hasText: words('order.promocode') }).click()
}
