import type { Locator, Page } from '@playwright/test'
import { standBefore } from './release.ts'
import { comeAlive, enterCode, expect, locales, sent, signInAsPartner, test } from './shop.ts'
import type { Shopper } from './shop.ts'

const react = '**/assets/react-*'

// Some journeys lose or hold scripts, which a service worker would fetch out of their sight. Codes are limited per address.
test.use({
  serviceWorkers: 'block',
  expectsFailures: true,
  extraHTTPHeaders: { 'CF-Connecting-IP': '198.51.100.7' },
})

for (const shopper of locales) {
  const { locale, prefix, words, plan } = shopper
  const questions = `${prefix}/klientam/questions-and-answers/installing`

  test(`in ${locale}, where React is lost, every form in a dialog is sent as the plain form it is`, async ({
    page,
  }) => {
    await page.route(react, (route) => route.abort())
    const dialog = page.getByRole('dialog')
    for (const topic of ['support', 'partnership'] as const) {
      await page.goto(`${prefix}/about`)
      await openerOf(page, shopper, topic).click()
      await write(dialog, shopper, `${topic}-${locale}@example.com`)
      await expect(page.getByRole('status')).toHaveText(words('contacts.sent'))
    }

    await page.goto(questions)
    await page.getByRole('main').locator('.questions summary').first().click()
    await page
      .getByRole('link', { name: words('faq.reviewTitle') })
      .first()
      .click()
    await dialog.getByLabel(words('faq.comment')).fill('Fine')
    await dialog.getByRole('button', { name: words('faq.yes') }).click()
    await expect(page.getByRole('status')).toHaveText(words('faq.reviewDone'))

    await page.goto(`${prefix}/esim/tariffs/th-ais/${plan}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: words('plan.get') })
      .click()
    await dialog.getByLabel(words('order.email')).fill(`plain-${locale}@example.com`)
    await dialog.getByLabel(words('order.consentLabel')).check()
    await dialog.getByRole('button', { name: words('order.submit') }).click()
    await expect(page.getByRole('heading', { name: words('dev.payTitle') })).toBeVisible()

    if (locale === 'en') return // the link is for Russian only
    await page.goto(prefix)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('layout.forPartners') })
      .click()
    await askForCode(dialog, shopper, '+79123456901')
    await enterCode(page, words, '+79123456901')
    await expect(page).toHaveURL(`${prefix}/referral-program`)
  })

  test(`in ${locale}, a form says what is wrong beside its fields and aloud, goes to the first, and offers another code in time`, async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto(`${prefix}/login?as=partner`)
    const field = page.getByLabel(words('signIn.phone'))
    await comeAlive(page, field)
    const send = page.getByRole('button', { name: words('signIn.sendCode') })
    await send.click()
    await expect(page.getByRole('alert')).toHaveText(words('errors.formSummary'))
    await expectWrong(field, words('signIn.phoneInvalid'))
    await expect(page.getByLabel(words('signIn.agreementLabel'))).toHaveAccessibleDescription(
      words('signIn.agreementMissing'),
    )

    // The browser cannot tell; the server can.
    const judged = page.waitForResponse((response) => response.status() === 422)
    await askForCode(page.getByRole('main'), shopper, '+70000000000')
    await judged
    await expect(page.locator('form[aria-busy]')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveText(words('errors.formSummary'))
    await expectWrong(field, words('signIn.phoneInvalid'))
    await expect(field).toHaveValue('+7 0000000000')
    await expect(page.getByLabel(words('signIn.agreementLabel'))).toBeChecked()

    const phone = locale === 'en' ? '+79123456902' : '+79123456903'
    await askForCode(page.getByRole('main'), shopper, phone)
    const code = page.getByLabel(words('signIn.code'), { exact: true })
    await expect(code).toBeFocused()
    await code.fill('000000')
    const another = page.locator('button[value=again]')
    await expect(another).toBeDisabled()
    await expect(another).toHaveText(/ 5\d/)
    await page.clock.runFor(61_000)
    await expect(another).toHaveText(words('signIn.again'))
    // The server counts by its own clock, and says how long it still is.
    await another.click()
    await expect(another).toBeDisabled()
    await expect(code).toHaveValue('000000')
    await page.getByRole('button', { name: words('signIn.confirm') }).click()
    await expectWrong(code, words('api.codeWrong'))
  })

  test(`in ${locale}, a form that is taken says thank you, and tells the campaign of an earlier page`, async ({
    page,
  }) => {
    await page.goto(`${prefix || '/'}?utm_source=mail&utm_campaign=spring&other=x`)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('layout.about') })
      .click()
    await openerOf(page, shopper, 'support').click()
    const dialog = page.getByRole('dialog')
    const message = dialog.getByLabel(words('contacts.message'))
    await comeAlive(page, message)
    await dialog.getByLabel(words('contacts.name')).fill('Ada')
    await dialog.getByRole('button', { name: words('contacts.send') }).click()
    await expectWrong(dialog.getByLabel(words('contacts.yourEmail')), words('order.emailInvalid'))
    await page.keyboard.press('Tab')
    await expect(message).toBeFocused()
    await write(dialog, shopper, `campaign-${locale}@example.com`)
    await expect(dialog).toHaveAccessibleName(words('contacts.sentTitle'))
    await expect(dialog.getByRole('status')).toHaveText(words('contacts.sent'))
    const mail = (await sent(page.request)).find(({ body }) => body.includes(`campaign-${locale}@`))
    expect(mail?.body).toContain('utm_source: mail\n\nutm_campaign: spring')
    expect(mail?.body).not.toContain('other')
  })

  test(`in ${locale}, a form that is refused as a whole says why, and keeps what was typed`, async ({
    page,
    baseURL,
  }) => {
    const front = await standBefore(baseURL ?? '')
    const form = `/esim-order?tariffID=${plan}`
    await page.goto(front.origin + prefix + form)
    const email = page.getByLabel(words('order.email'))
    await comeAlive(page, email)
    await email.fill('kept@example.com')
    await page.getByLabel(words('order.consentLabel')).check()
    const refusals = [
      ['failing', words('order.failed')],
      ['cut', words('errors.notSent')],
    ] as const
    for (const [way, why] of refusals) {
      front.state.way = way
      await page.getByRole('button', { name: words('order.submit') }).click()
      await expect(page.getByRole('alert')).toHaveText(why)
      await expect(page.getByRole('alert')).toBeFocused()
      await expect(email).toHaveValue('kept@example.com')
    }
    await front.close()

    await page.goto(prefix + form)
    await comeAlive(page, email)
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
    await page.getByLabel(words('order.consentLabel')).check()
    await page.getByRole('button', { name: words('order.submit') }).click()
    await expect(page.getByRole('alert')).toHaveText(words('api.keyReused'))
    await expect(email).toHaveValue('kept@example.com')
  })
}

const [english] = locales
const { words, plan } = english
const orderForm = `/esim-order?tariffID=${plan}`

test('what is typed while a form comes alive on a slow connection stays, to the letter', async ({
  page,
}) => {
  await page.goto('/contacts')
  const form = page.locator('#support')
  const message = form.getByLabel(words('contacts.message'))
  // Refused before it comes alive, so that the field has a text of its own.
  await page.route(react, (route) => route.abort())
  await message.fill('On 1 May:')
  await form.getByRole('button', { name: words('contacts.send') }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(message).toHaveValue('On 1 May:')

  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  const before = await form.boundingBox()
  const came = page.waitForResponse(/contact-form-/).then(async (response) => response.finished())
  let isAlive = false
  const alive = came.then(() => (isAlive = true))
  // Only now, because the pointer still rests on the form and may load it at any time.
  await page.unroute(react)
  await message.focus()
  await page.keyboard.press('Control+End')
  let typed = ''
  // A little longer than until it is alive.
  for (let after = 0; after < 20; after += Number(isAlive)) {
    const letter = String.fromCodePoint(97 + (typed.length % 26))
    await page.keyboard.press(letter, { delay: 20 })
    typed += letter
  }
  await alive
  expect(typed.length).toBeGreaterThan(30)
  await expect(message).toHaveValue(`On 1 May:${typed}`)
  expect(await form.boundingBox()).toEqual(before)
  await form.getByRole('button', { name: words('contacts.send') }).click()
  await expect(form.getByLabel(words('contacts.name'))).toBeFocused()
  await expect(message).toHaveValue(`On 1 May:${typed}`)
})

test('an order is sent once: by a click before the form is alive, and by two clicks after', async ({
  page,
}) => {
  let posts = 0
  page.on('request', (request) => (posts += Number(request.method() === 'POST')))
  const held = holdBack()
  await page.route(react, held.handle)
  await page.goto(orderForm)
  await page.getByLabel(words('order.email')).fill('early@example.com')
  await page.getByLabel(words('order.consentLabel')).check()
  await page.getByRole('button', { name: words('order.submit') }).click()
  await page.getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: words('payment.successTitle') })).toBeVisible()
  held.release()
  const mails = (await sent(page.request)).filter(
    ({ recipient }) => recipient === 'early@example.com',
  )
  expect(mails).toHaveLength(1)
  expect(posts).toBe(2) // the order and its payment

  await page.unroute(react)
  await page.goto(orderForm)
  const email = page.getByLabel(words('order.email'))
  await comeAlive(page, email)
  await email.fill('twice@example.com')
  await page.getByLabel(words('order.consentLabel')).check()
  const slow = holdBack()
  await page.route('**/esim-order*', slow.handle)
  posts = 0
  await page.getByRole('button', { name: words('order.submit') }).dblclick()
  await expect(page.locator('form[aria-busy]')).toHaveCount(1)
  await expect(page.locator('html[data-loading]')).toHaveCount(1)
  await expect(page.getByRole('button', { name: words('order.submit') })).toHaveCSS(
    'opacity',
    '0.6',
  )
  await page.getByRole('button', { name: words('order.submit') }).click()
  slow.release()
  await expect(page.getByRole('heading', { name: words('dev.payTitle') })).toBeVisible()
  expect(posts).toBe(1)
})

test('the promo code of a link is in the order form, and in no page that is kept', async ({
  page,
}) => {
  const path = `/esim/tariffs/th-ais/${plan}`
  await page.goto(`${path}?promo=SUMMER-25`)
  const kept = await page.goto(path)
  expect(kept?.headers()).toMatchObject({ 'cache-control': expect.stringContaining('public') })
  expect(kept?.headers()['set-cookie']).toBeUndefined()
  expect(await kept?.text()).not.toContain('SUMMER-25')
  const form = page.waitForResponse(/esim-order/)
  await page
    .getByRole('main')
    .getByRole('link', { name: words('plan.get') })
    .click()
  await expect(page.getByLabel(words('order.promocode'))).toHaveValue('SUMMER-25')
  expect((await form).headers()['cache-control']).toBe('private, no-store')
})

test('a partner’s link is shared by the system’s sheet, and copied where there is none', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsPartner(page, english, '+79123456904')
  const link = (await page.getByRole('main').locator('code').first().innerText()).trim()
  const share = page.getByRole('main').getByRole('link', { name: words('partner.share') })
  await share.click()
  const copy = page.getByRole('dialog').getByRole('button', { name: words('instruction.copy') })
  await copy.click()
  await expect(copy).toHaveText(words('instruction.copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await page.addInitScript(() => {
    const keep = ({ text = '' }: ShareData) => {
      document.body.dataset['shared'] = text
      return Promise.reject(new DOMException('closed', 'AbortError'))
    }
    Object.assign(navigator, { share: keep })
  })
  await page.reload()
  await share.click()
  await expect(page.locator('body')).toHaveAttribute(
    'data-shared',
    words('partner.shareText') + link,
  )
  await expect(page.getByRole('dialog')).toBeHidden()
})

function openerOf(page: Page, { words: t }: Shopper, topic: 'support' | 'partnership'): Locator {
  return topic === 'support'
    ? page.getByRole('contentinfo').getByRole('link', { name: t('layout.support') })
    : page.getByRole('navigation').getByRole('link', { name: t('layout.contact') })
}

/** Fills a contact form and sends it. */
async function write(form: Locator, { words: t }: Shopper, email: string): Promise<void> {
  await form.getByLabel(t('contacts.name')).fill('Ada')
  await form.getByLabel(t('contacts.yourEmail')).fill(email)
  await form.getByLabel(t('contacts.message')).fill(`A question of ${email}`)
  await form.getByLabel(t('order.consentLabel')).check()
  await form.getByRole('button', { name: t('contacts.send') }).click()
}

async function askForCode(form: Locator, { words: t }: Shopper, phone: string): Promise<void> {
  await form.getByLabel(t('signIn.phone')).fill(phone)
  await form.getByLabel(t('signIn.dataPolicyLabel')).check()
  await form.getByLabel(t('signIn.agreementLabel')).check()
  await form.getByRole('button', { name: t('signIn.sendCode') }).click()
}

async function expectWrong(field: Locator, message: string): Promise<void> {
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(await field.getAttribute('aria-describedby')).toContain('-error')
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')))
}

/** Requests that wait until they are released. */
function holdBack() {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const handle = async (route: { continue: () => Promise<void> }) => {
    await released
    await route.continue().catch(() => undefined) // the page may be gone
  }
  return { handle, release }
}
