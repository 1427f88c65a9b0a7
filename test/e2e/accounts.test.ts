import { formatMoney } from '../../src/words/formats.shared.ts'
import { enterCode, expect, locales, order, pay, signInAsPartner, test } from './shop.ts'

/** Codes are limited per phone number, so each test uses a separate number. */
const phones: { readonly [name: string]: string } = {
  'en-false': '+79123456701',
  'en-true': '+79123456702',
  'ru-false': '+79123456703',
  'ru-true': '+79123456704',
}

for (const shopper of locales) {
  const { locale, prefix, words } = shopper

  for (const javaScriptEnabled of [false, true]) {
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ samePage: true, javaScriptEnabled, locale: 'en-GB' })
      const name = `${locale}-${javaScriptEnabled}`

      test('an account made after a purchase lists it, and sign-in returns to the page it started from', async ({
        page,
      }) => {
        const email = `account-${name}@example.com`
        await order(page, shopper, email)
        await pay(page)
        await page.goto(`${prefix}/account?page=1`)
        await expect(page).toHaveURL(
          `${prefix}/register?redirect=${encodeURIComponent(`${prefix}/account?page=1`)}`,
        )
        await page.getByLabel(words('signIn.email')).fill(email)
        await page.getByRole('button', { name: words('signIn.sendCode') }).click()
        await expect(page.getByText(words('signIn.consentMissing'))).toBeVisible()
        await expect(page.getByLabel(words('signIn.email'))).toHaveValue(email)
        await page.getByLabel(words('order.consentLink')).check()
        await page.getByRole('button', { name: words('signIn.sendCode') }).click()
        await enterCode(page, words, email)
        await expect(page).toHaveURL(`${prefix}/account?page=1`)
        await expect(
          page.getByRole('link', { name: words('account.instruction'), exact: true }),
        ).toHaveCount(1)
        await expect(page.getByText(words('balance.statuses.ready'))).toBeVisible()

        const password = 'a long password'
        await page.getByText(words('account.passwordTitle'), { exact: true }).click()
        await page.getByLabel(words('account.password')).fill('short')
        await page.getByRole('button', { name: words('account.passwordSave') }).click()
        await expect(page.getByText(words('account.passwordInvalid'))).toBeVisible()
        await page.getByLabel(words('account.password')).fill(password)
        await page.getByRole('button', { name: words('account.passwordSave') }).click()
        await expect(page.getByText(words('account.passwordSaved'))).toBeVisible()

        await page.getByRole('button', { name: words('account.logOut') }).click()
        await expect(page).toHaveURL(prefix || '/')
        await page.goto(`${prefix}/account`)
        await expect(page).toHaveURL(/\/register\?/)
        await page.getByRole('link', { name: words('signIn.toLogin') }).click()
        await page.getByText(words('signIn.passwordTitle')).click()
        await page.getByLabel(words('signIn.email')).last().fill(email)
        await page.getByLabel(words('signIn.password'), { exact: true }).fill(password)
        await page
          .getByRole('button', { name: words('signIn.confirm'), exact: true })
          .last()
          .click()
        await expect(page).toHaveURL(`${prefix}/account`)
      })

      test('signing in without an account continues as registration with the same code', async ({
        page,
      }) => {
        const email = `new-${name}@example.com`
        await page.goto(`${prefix}/login`)
        await page.getByLabel(words('signIn.email')).first().fill(email)
        await page.getByRole('button', { name: words('signIn.sendCode') }).click()
        await enterCode(page, words, email)
        await expect(page.getByText(words('signIn.noAccountYet'))).toBeVisible()
        await page.getByLabel(words('order.consentLink')).check()
        await page.getByRole('button', { name: words('signIn.confirm'), exact: true }).click()
        await expect(page).toHaveURL(`${prefix}/account`)
        await expect(page.getByText(words('account.empty'))).toBeVisible()
      })

      test('purchases through a partner’s link become rewards, which can be withdrawn from $30', async ({
        page,
        browser,
      }) => {
        const phone = phones[name] ?? ''
        await signInAsPartner(page, shopper, phone)
        await expect(page.getByText(words('partner.historyEmpty'))).toBeVisible()
        const link = (await page.getByRole('main').locator('code').first().innerText()).trim()

        const buyer = await browser.newPage({ javaScriptEnabled, locale: 'en-GB' })
        await buyer.goto(link)
        const buyPlan = async () => {
          const plan = 'oceania-100gb-180d'
          await order(buyer, { ...shopper, plan }, `buyer-${name}@example.com`)
          await pay(buyer)
          const title = words('payment.successTitle')
          await expect(buyer.getByRole('heading', { level: 1, name: title })).toBeVisible()
        }
        await buyPlan()
        await buyPlan()
        await buyer.close()

        await page.reload()
        const balance = page.getByRole('definition').first()
        const nothing = formatMoney(locale, { minor: 0, currency: 'USD' })
        await expect(balance).not.toHaveText(nothing)
        const earned = await balance.innerText()
        await page.getByText(words('partner.asTable')).click()
        await expect(page.getByRole('table').first().getByRole('row').last()).toContainText(earned)
        await expect(page.getByText(words('partner.types.reward'))).toHaveCount(2)
        await page.getByLabel(words('partner.payoutDetails')).fill('DE00')
        await page.getByRole('button', { name: words('partner.withdraw') }).click()
        await expect(page.getByText(words('partner.payoutInvalid'))).toBeVisible()
        await page.getByLabel(words('partner.payoutDetails')).fill('DE00 1234 5678')
        await page.getByRole('button', { name: words('partner.withdraw') }).click()
        const requested = words('partner.requestedTitle')
        await expect(page.getByRole('status')).toContainText(requested)
        await expect(page.getByText(words('partner.withdrawn'))).toBeHidden()
        await expect(page.getByText(words('partner.statuses.requested'))).toBeVisible()
        await expect(balance).toHaveText(nothing)
        await page.getByRole('button', { name: words('account.logOut') }).click()
        await page.goto(`${prefix}/referral-program`)
        await expect(page).toHaveURL(prefix || '/')
      })
    })
  }
}
