import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { buy, expect, locales, openCabinet, test } from './shop.ts'

const phones = {
  en: ['+79123459301', '+79123459303'],
  ru: ['+79123459302', '+79123459304'],
} as const

for (const shopper of locales) {
  const { locale, prefix, words } = shopper

  test.describe(`in ${locale}`, () => {
    test.use({ locale: 'en-GB' })

    test('a partner adds a passkey, withdraws with it, and removes it', async ({
      page,
      browser,
      request,
    }) => {
      const [phone] = phones[locale]
      const authenticator = await addAuthenticator(page)
      await openCabinet(page, shopper, phone)
      const section = page.locator('#passkeys')
      await section.getByText(words('passkeys.title'), { exact: true }).click()
      await section.getByLabel(words('passkeys.name')).fill('Laptop')
      await section.getByRole('button', { name: words('passkeys.add') }).click()
      await expect(section.getByText(words('passkeys.added'))).toBeVisible()
      await expect(section.getByText('Laptop')).toBeVisible()
      await expectAccessible(page)

      const link = (await page.getByRole('main').locator('code').first().innerText()).trim()
      // The cookie of the link makes the purchases earn a reward.
      await request.get(link)
      const expensive = { ...shopper, plan: 'global-100gb-180d' }
      for (const number of [1, 2])
        await buy(request, expensive, `passkeys-${locale}-${number}@example.com`)

      await page.goto(`${prefix}/referral-program`)
      await expect(page.getByText(words('passkeys.withdrawal'))).toBeVisible()
      await page.getByLabel(words('partner.payoutDetails')).fill('DE00 1234 5678')
      const withdraw = page.getByRole('button', { name: words('partner.withdraw') })
      await authenticator.decline()
      await withdraw.click()
      await expect(page.getByRole('alert')).toHaveText(words('passkeys.notUsed'))
      await authenticator.accept()
      await withdraw.click()
      await expect(page.getByRole('status')).toContainText(words('partner.requestedTitle'))

      const plain = await browser.newPage({ javaScriptEnabled: false, locale: 'en-GB' })
      await openCabinet(plain, shopper, phone)
      const plainSection = plain.locator('#passkeys')
      await plainSection.getByText(words('passkeys.title'), { exact: true }).click()
      const instead = plainSection.locator('noscript .notice')
      await expect(instead).toHaveText(words('passkeys.needsScript'))
      await plainSection.getByRole('button', { name: words('passkeys.change') }).click()
      await expect(plain.getByRole('alert')).toHaveText(words('passkeys.notUsed'))
      await plain.close()

      // In this browser the settings are still open, because the sign-in elsewhere has separate
      // settings.
      await section.getByText(words('passkeys.title'), { exact: true }).click()
      await section.getByRole('button', { name: words('passkeys.remove') }).click()
      await expect(section.getByText(words('passkeys.removed'))).toBeVisible()
      await expect(section.getByText('Laptop')).toHaveCount(0)
    })

    test('a passkey opens the settings of passkeys in another session', async ({ page }) => {
      const [, phone] = phones[locale]
      await addAuthenticator(page)
      await openCabinet(page, shopper, phone)
      const section = page.locator('#passkeys')
      const title = section.getByText(words('passkeys.title'), { exact: true })
      await title.click()
      await section.getByRole('button', { name: words('passkeys.add') }).click()
      await expect(section.getByText(words('passkeys.added'))).toBeVisible()
      await page.context().clearCookies()
      await openCabinet(page, shopper, phone)
      await title.click()
      await expect(section.getByRole('button', { name: words('passkeys.remove') })).toHaveCount(0)
      await section.getByRole('button', { name: words('passkeys.change') }).click()
      await expect(section.getByText(words('passkeys.opened', { count: 10 }))).toBeVisible()
      await expect(section.getByRole('button', { name: words('passkeys.remove') })).toBeVisible()
    })
  })
}

/** Adds Chromium's virtual authenticator, which confirms or declines immediately. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const setUserVerified = async (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { accept: async () => setUserVerified(true), decline: async () => setUserVerified(false) }
}
