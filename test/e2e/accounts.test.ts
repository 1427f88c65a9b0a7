import type { APIRequestContext, Page } from '@playwright/test'
import { expect, locales, order, test } from './shop.ts'

type Message = { recipient: string; body: string }

/** The code of the newest mail or SMS to somebody. */
async function codeFor(request: APIRequestContext, recipient: string): Promise<string> {
  const outbox = await (await request.get('/dev/outbox.json')).json()
  const mine = outbox.data.filter((each: Message) => each.recipient === recipient)
  const codes = mine.map(({ body }: Message) => /\b\d{6}\b/.exec(body)?.[0])
  return codes.find((code: string | undefined) => code !== undefined) ?? 'none was sent'
}

/** Each test signs in by a number of its own. */
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
      test.use({ javaScriptEnabled, locale: 'en-GB' })
      const name = `${locale}-${javaScriptEnabled}`

      async function enterCode(page: Page, request: APIRequestContext, recipient: string) {
        const field = page.getByLabel(words('signIn.code'), { exact: true })
        await expect(field).toBeVisible()
        await field.fill(await codeFor(request, recipient))
        await page
          .getByRole('main')
          .getByRole('button', { name: words('signIn.confirm'), exact: true })
          .first()
          .click()
      }

      async function signInAsPartner(page: Page, request: APIRequestContext, phone: string) {
        await page.goto(`${prefix}/login?as=partner`)
        await page.getByLabel(words('signIn.phone')).fill(phone)
        await page.getByLabel(words('signIn.dataPolicyLabel')).check()
        await page.getByLabel(words('signIn.agreementLabel')).check()
        await page.getByRole('button', { name: words('signIn.sendCode') }).click()
        await enterCode(page, request, phone)
        await expect(page).toHaveURL(`${prefix}/referral-program`)
      }

      test('a guest’s order is in the account that is made later, and one comes back to where one was', async ({
        page,
        request,
      }) => {
        const email = `account-${name}@example.com`
        await order(page, shopper, email)
        await page.getByRole('button').first().click()
        await page.goto(`${prefix}/account?page=1`)
        await expect(page).toHaveURL(
          `${prefix}/register?redirect=${encodeURIComponent(`${prefix}/account?page=1`)}`,
        )
        await page.getByLabel(words('signIn.email')).fill(email)
        await page.getByRole('button', { name: words('signIn.sendCode') }).click()
        await expect(page.getByText(words('signIn.consentMissing'))).toBeVisible()
        await expect(page.getByLabel(words('signIn.email'))).toHaveValue(email)
        await page.getByLabel(words('order.consentLabel')).check()
        await page.getByRole('button', { name: words('signIn.sendCode') }).click()
        await enterCode(page, request, email)
        await expect(page).toHaveURL(`${prefix}/account?page=1`)
        await expect(page.getByRole('link', { name: words('account.instruction') })).toHaveCount(1)
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

      test('a sign-in without an account becomes a registration with the same code', async ({
        page,
        request,
      }) => {
        const email = `new-${name}@example.com`
        await page.goto(`${prefix}/login`)
        await page.getByLabel(words('signIn.email')).first().fill(email)
        await page.getByRole('button', { name: words('signIn.sendCode') }).click()
        await enterCode(page, request, email)
        await expect(page.getByText(words('signIn.noAccountYet'))).toBeVisible()
        await page.getByLabel(words('order.consentLabel')).check()
        await page.getByRole('button', { name: words('signIn.confirm'), exact: true }).click()
        await expect(page).toHaveURL(`${prefix}/account`)
        await expect(page.getByText(words('account.empty'))).toBeVisible()
      })

      test('a partner’s link, followed by a purchase, becomes a reward, and from $30 on a withdrawal', async ({
        page,
        request,
        browser,
      }) => {
        const phone = phones[name] ?? ''
        await signInAsPartner(page, request, phone)
        await expect(page.getByText(words('partner.historyEmpty'))).toBeVisible()
        const link = (await page.getByRole('main').locator('code').first().innerText()).trim()

        const buyer = await browser.newPage({ javaScriptEnabled, locale: 'en-GB' })
        await buyer.goto(link)
        for (const _ of ['first', 'second']) {
          await order(
            buyer,
            { ...shopper, plan: 'oceania-100gb-180d' },
            `buyer-${name}@example.com`,
          )
          await buyer.getByRole('button').first().click()
          await expect(
            buyer.getByRole('heading', { level: 1, name: words('payment.successTitle') }),
          ).toBeVisible()
        }
        await buyer.close()

        await page.reload()
        await expect(page.getByRole('row')).not.toHaveCount(0)
        await page.getByLabel(words('partner.payoutDetails')).fill('DE00')
        await page.getByRole('button', { name: words('partner.withdraw') }).click()
        await expect(page.getByText(words('partner.payoutInvalid'))).toBeVisible()
        await page.getByLabel(words('partner.payoutDetails')).fill('DE00 1234 5678')
        await page.getByRole('button', { name: words('partner.withdraw') }).click()
        await expect(page.getByText(words('partner.withdrawn'))).toBeVisible()
        await expect(page.getByText(words('partner.statuses.requested'))).toBeVisible()
        await page.getByRole('button', { name: words('account.logOut') }).click()
        await page.goto(`${prefix}/referral-program`)
        await expect(page).toHaveURL(prefix || '/')
      })
    })
  }
}
