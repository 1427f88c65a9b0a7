import { randomBytes } from 'node:crypto'
import { holdRequests, sendMessage } from './forms.ts'
import { expect, hydrate, locales, openCabinet, pay, readOutbox, test } from './shop.ts'

const react = '**/assets/react-*'
const [english] = locales
const { words, plan } = english
const orderForm = `/esim-order?tariffID=${plan}`

// Sign-in codes are limited per client address.
test.use({
  expectsFailures: true,
  extraHTTPHeaders: { 'CF-Connecting-IP': '198.51.100.7' },
})

test('text typed while a form hydrates on a slow connection is kept', async ({ page }) => {
  await page.goto('/contacts')
  const form = page.locator('#support')
  const message = form.getByLabel(words('contacts.message'))
  // A rejected plain form returns with the typed text in the field.
  await page.route(react, (route) => route.abort())
  await message.fill('On 1 May:')
  // A pointer over the next page would load its form before the route ends.
  await form.getByRole('button', { name: words('contacts.send') }).press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(message).toHaveValue('On 1 May:')
  // Without the page's script, the focus loads no form.
  await page.waitForLoadState()

  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  const before = await form.evaluate(boxInDocument)
  const loaded = page.waitForResponse(react).then(async (response) => response.finished())
  let isHydrated = false
  const hydrated = loaded.then(() => (isHydrated = true))
  await page.unroute(react)
  await message.focus()
  await page.keyboard.press('Control+End')
  let typed = ''
  for (let after = 0; after < 20; after += Number(isHydrated)) {
    const letter = String.fromCodePoint(97 + (typed.length % 26))
    await page.keyboard.press(letter, { delay: 20 })
    typed += letter
  }
  await hydrated
  expect(typed.length).toBeGreaterThan(30)
  await expect(message).toHaveValue(`On 1 May:${typed}`)
  expect(await form.evaluate(boxInDocument)).toEqual(before)
  await form.getByRole('button', { name: words('contacts.send') }).click()
  await expect(form.getByLabel(words('contacts.name'))).toBeFocused()
  await expect(message).toHaveValue(`On 1 May:${typed}`)
})

test('a form without its props works as plain HTML', async ({ page }) => {
  await page.goto('/contacts')
  const form = page.locator('#support')
  const message = form.getByLabel(words('contacts.message'))
  await form.locator('[data-form] + script').evaluate((props) => props.remove())
  await message.focus()
  await page.waitForLoadState('networkidle')
  await message.fill('On 1 May')
  await form.getByRole('button', { name: words('contacts.send') }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(message).toHaveValue('On 1 May')
})

test('a long message that was rejected before the form hydrated is confirmed when it is sent again', async ({
  page,
}) => {
  await page.goto('/contacts')
  const form = page.locator('#support')
  const message = form.getByLabel(words('contacts.message'))
  // After a failure, Chromium requests the script again only in the next document.
  await page.route(react, (route) => route.abort(), { times: 1 })
  await message.fill(randomBytes(2900).toString('base64'))
  await form.getByRole('button', { name: words('contacts.send') }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  // The page has no room for it in addition to the message.
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await hydrate(page, message)
  await sendMessage(form, words, 'long@example.com')
  await expect(page.getByRole('dialog')).toHaveAccessibleName(words('contacts.sentTitle'))
})

test('the cookie banner stores consent and closes without losing what was typed', async ({
  page,
}) => {
  await page.context().clearCookies({ name: 'cookieConsent' })
  await page.goto(orderForm)
  const email = page.getByLabel(words('order.email'))
  await email.fill('typed@example.com')
  const banner = page.getByRole('form', { name: words('layout.cookies') })
  const stored = page.waitForResponse('**/consent')
  await banner.getByRole('button', { name: words('layout.cookieOK') }).click()
  await stored
  await expect(banner).toBeHidden()
  await expect(email).toHaveValue('typed@example.com')

  await page.reload()
  await expect(page.getByRole('button', { name: words('order.submit') })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('an order is sent once by a click before the form hydrates, and once by two clicks after', async ({
  page,
}) => {
  let posts = 0
  page.on('request', (request) => (posts += Number(request.method() === 'POST')))
  const held = holdRequests()
  await page.route(react, held.handle)
  await page.goto(orderForm)
  await page.getByLabel(words('order.email')).fill('early@example.com')
  await page.getByLabel(words('order.consentLink')).check()
  await page.getByRole('button', { name: words('order.submit') }).click()
  await pay(page)
  await expect(page.getByRole('heading', { name: words('payment.successTitle') })).toBeVisible()
  held.release()
  const mails = (await readOutbox(page.request)).filter(
    ({ recipient }) => recipient === 'early@example.com',
  )
  expect(mails).toHaveLength(1)
  expect(posts).toBe(2) // the order and its payment

  await page.unroute(react)
  await page.goto(orderForm)
  const email = page.getByLabel(words('order.email'))
  await hydrate(page, email)
  await email.fill('twice@example.com')
  await page.getByLabel(words('order.consentLink')).check()
  const slow = holdRequests()
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

test('a partner shares the link through the system’s share sheet, or copies it if there is none', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openCabinet(page, english, '+79123456904')
  const link = (await page.getByRole('main').locator('code').first().innerText()).trim()
  const share = page.getByRole('main').getByRole('link', { name: words('partner.share') })
  await share.click()
  const copy = page.getByRole('dialog').getByRole('button', { name: words('instruction.copy') })
  await copy.click()
  await expect(copy).toHaveText(words('instruction.copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await page.addInitScript(() => {
    navigator.share = ({ text = '' } = {}) => {
      document.body.dataset['shared'] = text
      return Promise.reject(new DOMException('closed', 'AbortError'))
    }
  })
  await page.reload()
  await share.click()
  await expect(page.locator('body')).toHaveAttribute(
    'data-shared',
    words('partner.shareText') + link,
  )
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('without a clipboard, a copy button selects the text, and a refused share opens the dialog', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    navigator.share = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  for (const [index, shopper] of locales.entries()) {
    await page.context().clearCookies()
    await openCabinet(page, shopper, `+7912345690${index + 5}`)
    const link = (await page.getByRole('main').locator('code').first().innerText()).trim()
    const text = shopper.words
    await page
      .getByRole('main')
      .getByRole('link', { name: text('partner.share') })
      .click()
    const copy = page.getByRole('dialog').locator('[data-copy]')
    for (const _ of [1, 2]) {
      await copy.click()
      await expect(copy).toHaveText(text('instruction.copyByHand'))
      await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(link)
    }
  }
})

/** Measures within the document, because typing scrolls the page. */
function boxInDocument(element: Element) {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + scrollX, y: y + scrollY, width, height }
}
