import type { Locator } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, locales, pay, readOutbox, sendOrder, test } from './shop.ts'

/** No other journey buys these plans. The sample shop has 20 profiles of each. */
const plans = { en: 'es-movistar-1gb-7d', ru: 'es-movistar-3gb-15d' }

for (const { locale, prefix, words } of locales)
  for (const javaScriptEnabled of [false, true])
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ samePage: true, javaScriptEnabled, viewport: { width: 360, height: 740 } })
      const name = `${locale}-${javaScriptEnabled}`

      test.beforeEach(async ({ page }) => {
        await page.goto(`${prefix}/esim-order?tariffID=${plans[locale]}`)
        await page
          .getByRole('textbox', { name: words('order.email'), exact: true })
          .fill(`giver-${name}@example.com`)
        await page.getByLabel(words('order.consentLink')).check()
        await page.locator('summary', { hasText: words('order.gift') }).click()
      })

      test('a friend gets the eSIM with a message, and the buyer sees no code', async ({
        page,
        request,
      }) => {
        const friend = `friend-${name}@example.com`
        await page.getByLabel(words('order.giftEmail')).fill(friend)
        await page.getByLabel(words('order.giftMessage')).fill('Bon voyage,\ndear friend')
        if (javaScriptEnabled) await expectAccessible(page)
        if (javaScriptEnabled)
          await expectSuggestion(page.getByLabel(words('order.giftEmail')), friend)
        await sendOrder(page, words)
        await pay(page)
        await expect(page.getByText(words('payment.giftText', { email: friend }))).toBeVisible()
        await expect(page.getByRole('link', { name: words('payment.open') })).toHaveCount(0)
        await expect(page.locator('.qr')).toHaveCount(0)

        const mails = await readOutbox(request)
        const mail = mails.find(({ recipient }) => recipient === friend)
        expect(mail?.body).toContain('Bon voyage, dear friend')
        const receipts = mails.filter(({ recipient }) => recipient === `giver-${name}@example.com`)
        expect(receipts.length).toBeGreaterThan(0)
        for (const { body } of receipts) expect(body).not.toContain('hash=')
        const [link = ''] = /http\S+esim-instruction\?hash=\S+/.exec(mail?.body ?? '') ?? []
        await page.goto(link)
        await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeAttached()
      })

      test('a gift waits for its date, which its order shows', async ({ page, request }) => {
        const friend = `later-${name}@example.com`
        await page.getByLabel(words('order.giftEmail')).fill(friend)
        const date = page.getByLabel(words('order.giftDate'))
        const last = (await date.getAttribute('max')) ?? ''
        await date.fill(last)
        await sendOrder(page, words)
        await pay(page)
        const shown = last.split('-').toReversed().join('.')
        const text = words('payment.giftOnText', { email: friend, date: shown })
        await expect(page.getByText(text)).toBeVisible()
        if (javaScriptEnabled) await expectAccessible(page)
        const mails = await readOutbox(request)
        expect(mails.filter(({ recipient }) => recipient === friend)).toEqual([])
      })

      test('a gift without an address is refused next to the field, and nothing is lost', async ({
        page,
      }) => {
        await page.getByLabel(words('order.giftMessage')).fill('Safe travels')
        await page.getByRole('button', { name: words('order.submit') }).click()
        const address = page.getByLabel(words('order.giftEmail'))
        await expect(address).toHaveAccessibleDescription(words('order.giftEmailInvalid'))
        await expect(address).toBeVisible()
        await expect(page.getByLabel(words('order.giftMessage'))).toHaveValue('Safe travels')
        await expect(page.getByLabel(words('order.consentLink'))).toBeChecked()
      })
    })

/** Expects the suggestion below the misspelt field, not below the buyer's field. */
async function expectSuggestion(field: Locator, right: string): Promise<void> {
  const line = field.locator('xpath=ancestor::details//p[@data-did-you-mean]')
  await field.fill('bella@gmial.com')
  await field.blur()
  await expect(line.getByRole('button')).toContainText('bella@gmail.com')
  await field.fill(right)
  await field.blur()
  await expect(line).toBeEmpty()
}
