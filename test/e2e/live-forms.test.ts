import { expectInvalid, holdRequests, openContactForm, sendMessage } from './forms.ts'
import { startFront } from './front.ts'
import {
  expect,
  hydrate,
  locales,
  readOutbox,
  requestPartnerCode,
  sendOrder,
  test,
} from './shop.ts'

// Sign-in codes are limited per client address.
test.use({
  samePage: true,
  expectsFailures: true,
  extraHTTPHeaders: { 'CF-Connecting-IP': '198.51.100.7' },
})

for (const { locale, prefix, words, plan } of locales) {
  test(`in ${locale}, a misspelt email address gets a suggestion, and an error ends when its field changes`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
    const field = page.getByLabel(words('order.email'))
    await hydrate(page, field)
    await page.getByRole('button', { name: words('order.submit') }).click()
    await expectInvalid(field, words('errors.emailMissing'))
    await field.fill('anna')
    await page.getByRole('button', { name: words('order.submit') }).click()
    await expectInvalid(field, words('order.emailInvalid'))
    await field.fill('anna@gmial.com')
    await expect(field).not.toHaveAttribute('aria-invalid')
    await field.blur()
    await page.getByRole('button', { name: 'anna@gmail.com' }).click()
    await expect(field).toHaveValue('anna@gmail.com')
    await expect(page.getByRole('button', { name: 'anna@gmail.com' })).toHaveCount(0)
  })

  test.describe('with slow scripts', () => {
    // A route stays in its page.
    test.use({ samePage: false })

    test(`in ${locale}, an address that was typed before the script loaded gets a suggestion too`, async ({
      page,
    }) => {
      const { handle, release } = holdRequests()
      await page.route('**/assets/react-*', handle)
      await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
      await page.getByLabel(words('order.email')).fill('anna@gmial.com')
      await page.getByLabel(words('order.consentLink')).focus()
      await expect(page.getByRole('button', { name: 'anna@gmail.com' })).toHaveCount(0)
      release()
      await expect(page.getByRole('button', { name: 'anna@gmail.com' })).toBeVisible()
    })
  })

  test.describe('with another clock', () => {
    // A clock stays in its page.
    test.use({ samePage: false })

    test(`in ${locale}, a form shows and announces its errors, focuses the first, and offers a new code after a minute`, async ({
      page,
    }) => {
      await page.clock.install()
      await page.goto(`${prefix}/login?as=partner`)
      const field = page.getByLabel(words('signIn.phone'))
      await hydrate(page, field)
      const send = page.getByRole('button', { name: words('signIn.sendCode') })
      await send.click()
      await expect(page.getByRole('alert')).toContainText(words('errors.formSummary'))
      await expectInvalid(field, words('signIn.phoneInvalid'))
      await expect(page.getByLabel(words('signIn.agreementLink'))).toHaveAccessibleDescription(
        words('signIn.agreementMissing'),
      )

      // Only the server detects that no phone has this number.
      const rejected = page.waitForResponse((response) => response.status() === 422)
      await requestPartnerCode(page.getByRole('main'), words, '+70000000000')
      await rejected
      await expect(page.locator('form[aria-busy]')).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveText(words('errors.formSummary'))
      await expectInvalid(field, words('signIn.phoneInvalid'))
      await expect(field).toHaveValue('+7 0000000000')
      await expect(page.getByLabel(words('signIn.agreementLink'))).toBeChecked()

      const phone = locale === 'en' ? '+79123456902' : '+79123456903'
      await requestPartnerCode(page.getByRole('main'), words, phone)
      const code = page.getByLabel(words('signIn.code'), { exact: true })
      await expect(code).toBeFocused()
      await code.fill('000000')
      const another = page.locator('button[value=again]')
      await expect(another).toBeDisabled()
      await expect(another).toHaveText(/ 5\d/)
      await page.clock.runFor(61_000)
      await expect(another).toHaveText(words('signIn.again'))
      // The server uses its own clock and returns the time left to wait.
      await another.click()
      await expect(another).toBeDisabled()
      await expect(code).toHaveValue('000000')
      await page.getByRole('button', { name: words('signIn.confirm') }).click()
      await expectInvalid(code, words('api.codeWrong'))
    })
  })

  test(`in ${locale}, an accepted form shows a confirmation and sends the last campaign of earlier pages`, async ({
    page,
  }) => {
    await page.goto(`${prefix || '/'}?utm_source=ads&utm_term=esim`)
    await page.goto(`${prefix || '/'}?utm_source=mail&utm_campaign=spring&other=x`)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('layout.about') })
      .click()
    await openContactForm(page, words, 'support')
    const dialog = page.getByRole('dialog')
    const message = dialog.getByLabel(words('contacts.message'))
    await hydrate(page, message)
    await dialog.getByLabel(words('contacts.name')).fill('Ada')
    await dialog.getByRole('button', { name: words('contacts.send') }).click()
    await expectInvalid(
      dialog.getByLabel(words('contacts.yourEmail')),
      words('errors.emailMissing'),
    )
    await page.keyboard.press('Tab')
    await expect(message).toBeFocused()
    await sendMessage(dialog, words, `campaign-${locale}@example.com`)
    await expect(dialog).toHaveAccessibleName(words('contacts.sentTitle'))
    await expect(dialog.getByRole('status')).toHaveText(words('contacts.sent'))
    await page.keyboard.press('Escape')
    const opener = page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('layout.support') })
    await expect(opener).toBeFocused()
    const messages = await readOutbox(page.request)
    const mail = messages.find(({ body }) => body.includes(`campaign-${locale}@`))
    expect(mail?.body).toContain('utm_source: mail\n\nutm_campaign: spring')
    expect(mail?.body).not.toMatch(/other|utm_term/)
  })

  test(`in ${locale}, the form of a sent message is empty, and sends an equal message again`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/contacts`)
    const support = page.locator('#support')
    const message = support.getByLabel(words('contacts.message'))
    await hydrate(page, message)
    for (const _ of [1, 2]) {
      await sendMessage(support, words, `twice-${locale}@example.com`)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toHaveAccessibleName(words('contacts.sentTitle'))
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(message).toHaveValue('')
    }
    const messages = await readOutbox(page.request)
    expect(messages.filter(({ body }) => body.includes(`twice-${locale}@`))).toHaveLength(2)
  })

  test(`in ${locale}, a form that fails as a whole shows the reason and keeps its values`, async ({
    page,
    baseURL,
  }) => {
    const front = await startFront(baseURL ?? '')
    const form = `/esim-order?tariffID=${plan}`
    await page.goto(front.origin + prefix + form)
    const email = page.getByLabel(words('order.email'))
    await hydrate(page, email)
    await email.fill('kept@example.com')
    await page.getByLabel(words('order.consentLink')).check()
    const failures = [
      ['failing', `${words('order.failed')}. ${words('errors.repeatText')}`],
      ['cut', words('errors.notSent')],
    ] as const
    for (const [mode, message] of failures) {
      front.state.mode = mode
      await page.getByRole('button', { name: words('order.submit') }).click()
      await expect(page.getByRole('alert')).toHaveText(message)
      await expect(page.getByRole('alert')).toBeFocused()
      await expect(email).toHaveValue('kept@example.com')
    }
    await front.close()

    await page.goto(prefix + form)
    await hydrate(page, email)
    const idempotencyKey = await page.locator('input[name=idempotencyKey]').inputValue()
    const order = {
      email: 'other@example.com',
      paymentOption: 'card-usd',
      consent: '1',
      idempotencyKey,
    }
    await page.request.post(page.url(), {
      form: order,
      headers: { Origin: baseURL ?? '' },
      maxRedirects: 0,
    })
    await email.fill('kept@example.com')
    await page.getByLabel(words('order.consentLink')).check()
    await page.getByRole('button', { name: words('order.submit') }).click()
    await expect(page.getByRole('alert')).toHaveText(words('api.keyReused'))
    await expect(email).toHaveValue('kept@example.com')
  })
}

test.describe('with another clock', () => {
  test.use({ samePage: false })

  test('a form shows a loading bar after 200 ms, and can be sent again after a minute without an answer', async ({
    page,
  }) => {
    const [{ prefix, words, plan }] = locales
    await page.clock.install()
    await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
    const email = page.getByLabel(words('order.email'))
    await hydrate(page, email)
    await email.fill('silence@example.com')
    await page.getByLabel(words('order.consentLink')).check()
    const submit = page.getByRole('button', { name: words('order.submit') })
    const orders = (url: URL) => url.pathname.endsWith('/esim-order')
    await page.route(orders, () => {}) // No answer arrives.
    const loading = page.locator('html[data-loading]')
    await page.clock.pauseAt(Date.now() + 60_000)
    await submit.click()
    await expect(page.locator('form[aria-busy]')).toBeVisible()
    await page.clock.runFor(199)
    await expect(loading).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(loading).toHaveCount(1)
    expect(await loading.evaluate(durationOfBar)).toBe('5s')
    await page.clock.runFor(60_000)
    await expect(loading).toHaveCount(0)
    await page.clock.resume()
    await expect(page.getByRole('alert')).toHaveText(words('errors.notSent'))
    await expect(email).toHaveValue('silence@example.com')
    await page.unroute(orders)
    await sendOrder(page, words)
  })

  test('a link opens as a page when the script of its dialog stalls', async ({ page }) => {
    const [{ words }] = locales
    await page.clock.install()
    await page.route(/\/dialogs-[^/]*\.js$/, () => {}) // No answer arrives.
    await page.goto('/about')
    const requested = page.waitForRequest(/\/dialogs-[^/]*\.js$/)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('layout.support') })
      .click()
    await requested
    await page.clock.runFor(5000)
    await expect(page).toHaveURL(/contacts/)
    await expect(page.locator('#support')).toBeVisible()
  })

  test('a dialog whose page does not arrive in ten seconds opens as a page', async ({ page }) => {
    const [{ words }] = locales
    await page.clock.install()
    await page.goto('/about')
    const contacts = (url: URL) => url.pathname === '/contacts'
    // The dialog's request gets no answer. The page that opens instead gets one.
    await page.route(contacts, (route) =>
      route.request().isNavigationRequest() ? route.continue() : undefined,
    )
    const requested = page.waitForRequest((request) => contacts(new URL(request.url())))
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('layout.support') })
      .click()
    await requested
    await page.clock.runFor(10_000)
    await expect(page).toHaveURL(/contacts/)
    await expect(page.locator('#support')).toBeVisible()
  })
})

test('a form stays busy until the next page replaces it', async ({ page }) => {
  const [{ prefix, words, plan }] = locales
  await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
  const email = page.getByLabel(words('order.email'))
  await hydrate(page, email)
  await email.fill('patient@example.com')
  await page.getByLabel(words('order.consentLink')).check()
  // While a page loads, Playwright cannot look at the page before it.
  await page.evaluate(() =>
    addEventListener('pagehide', () => {
      const isBusy = document.querySelector('form[aria-busy]') !== null
      sessionStorage.setItem('isBusy', String(isBusy))
    }),
  )
  await sendOrder(page, words)
  expect(await page.evaluate(() => sessionStorage.getItem('isBusy'))).toBe('true')
})

function durationOfBar(element: Element): string {
  return getComputedStyle(element, '::before').animationDuration
}
