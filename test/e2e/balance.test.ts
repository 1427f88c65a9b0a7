import { expect, locales, openBought, test } from './shop.ts'

// No other journey buys these plans.
const plans = { en: 'ae-du-5gb-15d', ru: 'ae-du-5gb-30d' }

for (const each of locales) {
  const shopper = { ...each, plan: plans[each.locale] }
  const { locale, words } = shopper
  for (const javaScriptEnabled of [false, true])
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ samePage: true, javaScriptEnabled, locale: 'en-GB' })

      test('a customer agrees to emails about the data, and stops them', async ({ page }) => {
        await openBought(page, shopper, `balance-${locale}-${javaScriptEnabled}@example.com`)
        await page.getByRole('link', { name: words('instruction.balance') }).click()
        await expect(page.getByRole('link', { name: words('balance.install') })).toBeVisible()
        await expect(page.getByText(words('balance.mailsOffer'))).toBeVisible()
        await page.getByRole('button', { name: words('balance.mailsStart') }).click()
        await expect(page.getByText(words('balance.mailsOn'))).toBeVisible()
        await expect(page).toHaveURL(/hash=[\w-]+#emails$/)
        await page.getByRole('button', { name: words('balance.mailsStop') }).click()
        await expect(page.getByText(words('balance.mailsOffer'))).toBeVisible()
      })
    })
}
