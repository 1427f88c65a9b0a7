import { expect, hydrate, locales, order, pay, readOutbox, test } from './shop.ts'

for (const shopper of locales) {
  const { locale, prefix, words, plan } = shopper

  for (const javaScriptEnabled of [false, true]) {
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({
        // A service worker stays in its page.
        samePage: !javaScriptEnabled,
        javaScriptEnabled,
        locale: 'en-GB',
        serviceWorkers: 'allow',
      })

      test('a visitor finds a country, buys an eSIM, and sees its QR code and balance', async ({
        page,
        request,
      }) => {
        await page.goto(prefix || '/')
        await page.getByLabel(words('home.searchLabel')).fill(locale === 'en' ? 'turk' : 'турц')
        await page.getByRole('button', { name: words('layout.find') }).click()
        const turkey = locale === 'en' ? 'Türkiye' : 'Турция'
        await page.getByRole('main').getByRole('link', { name: turkey }).click()
        await expect(page).toHaveURL(`${prefix}/esim/countries/tr`)

        await page.getByText(words('filters.title')).click()
        await page.getByRole('combobox', { name: words('filters.traffic') }).selectOption('10')
        await page.getByLabel(words('filters.sort')).selectOption('price_per_gb')
        await page.getByRole('button', { name: words('filters.apply') }).click()
        await expect(page).toHaveURL(/traffic=10&days=&sort=price_per_gb/)
        await page.getByRole('article').first().getByRole('link').click()
        await expect(page.getByRole('heading', { level: 1 })).toContainText('10')
        await page
          .getByRole('main')
          .getByRole('link', { name: words('tariff.buy', { price: '' }) })
          .click()

        const email = `${locale}-${javaScriptEnabled}@example.com`
        await page.getByLabel(words('order.email')).fill(email)
        await page.getByLabel(words('order.consentLink')).check()
        await page.getByRole('button', { name: words('order.submit') }).click()
        await pay(page)

        const heading = page.getByRole('heading', { level: 1, name: words('payment.successTitle') })
        await expect(heading).toBeVisible()
        const correction = page.getByRole('link', { name: words('payment.wrongAddress') })
        const mailto = new URL((await correction.getAttribute('href')) ?? '')
        expect(mailto.searchParams.get('body')).toContain(email)
        await page.getByRole('link', { name: words('payment.open') }).click()
        await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()
        await expect(page.getByText('rsp.meridian.example', { exact: true })).toBeVisible()
        const instruction = page.url()
        const hash = new URL(instruction).searchParams.get('hash')

        await page.getByRole('link', { name: words('instruction.balance') }).click()
        await expect(page).toHaveURL(`${prefix}/esim-operator-info?hash=${hash}`)
        await expect(page.getByRole('meter', { name: words('balance.gaugeLabel') })).toBeVisible()

        const messages = await readOutbox(request)
        const mail = messages.find(({ recipient }) => recipient === email)
        expect(mail?.body).toContain(instruction)
      })

      test('a declined payment can be repeated', async ({ page }) => {
        await order(page, shopper, `again-${locale}-${javaScriptEnabled}@example.com`)
        await page.getByRole('button', { name: words('dev.decisions.decline') }).click()
        const failed = page.getByRole('heading', { level: 1, name: words('payment.failedTitle') })
        await expect(failed).toBeVisible()
        await page.getByRole('button', { name: words('payment.again') }).click()
        await pay(page)
        const paid = page.getByRole('heading', { level: 1, name: words('payment.successTitle') })
        await expect(paid).toBeVisible()
      })

      test('a rejected order form keeps its values and shows the error next to the field', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
        await page.getByLabel(words('order.email')).fill('x')
        await page.locator('summary', { hasText: words('order.promocode') }).click()
        await page.getByLabel(words('order.promocode')).fill('SUMMER')
        await page.getByRole('button', { name: words('order.submit') }).click()
        const email = page.getByLabel(words('order.email'))
        await expect(email).toHaveValue('x')
        await expect(email).toBeFocused()
        await expect(email).toHaveAccessibleDescription(
          new RegExp(words('order.emailInvalid').replaceAll('.', '\\.')),
        )
        await expect(page.getByLabel(words('order.promocode'))).toHaveValue('SUMMER')
        await expect(page.getByText(words('order.consentMissing')).last()).toBeVisible()
      })
    })
  }

  test(`in ${locale}, the eSIM's page opens ten seconds after the payment`, async ({ page }) => {
    await page.clock.install()
    await order(page, shopper, `countdown-${locale}@example.com`)
    await page.clock.pauseAt(Date.now() + 60_000)
    await pay(page)
    await expect(page.getByText(words('payment.countdown', { count: 10 }))).toBeVisible()
    // Seconds count from when the script has loaded.
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(page.getByText(words('payment.countdown', { count: 10 }))).toBeHidden({
        timeout: 1000,
      })
    }).toPass()
    await page.clock.runFor(8000)
    await expect(page.getByText(words('payment.countdown', { count: 1 }))).toBeVisible()
    await page.clock.runFor(1000)
    await expect(page).toHaveURL(/esim-instruction\?hash=/)
  })

  test(`in ${locale}, a page refresh does not lose a message to support`, async ({ page }) => {
    await page.clock.install()
    await order(page, shopper, `waits-${locale}@example.com`)
    await page.clock.pauseAt(Date.now() + 60_000)
    await pay(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: words('payment.support') })
      .click()
    const message = page.getByRole('dialog').getByLabel(words('contacts.message'))
    await message.focus()
    // The form loads when the focus has rested on it.
    await page.clock.runFor(100)
    // Hydration between the selection of the text and its replacement would lose the selection.
    await hydrate(page, message)
    await message.fill('I was charged twice.')
    await page.clock.runFor(15_000)
    await expect(message).toHaveValue('I was charged twice.')
    await page.keyboard.press('Escape')
    await page.clock.runFor(1000)
    await expect(page).toHaveURL(/esim-instruction\?hash=/)
  })
}
