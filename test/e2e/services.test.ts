import type { Page } from '@playwright/test'
import { origins } from './servers.ts'
import { comeAlive, expect, locales, sendOrder, sent, test } from './shop.ts'

/** The shop with analytics and bot check set; services-server.ts replaces those services. */
const { services = '' } = origins
const turnstile = 'https://challenges.cloudflare.com/**'
const [english, russian] = locales
const { words } = english

test.use({ expectsFailures: true, serviceWorkers: 'block' })

test('goals are reported after consent only, and neither a failure nor silence keeps a visitor', async ({
  page,
  request,
  baseURL,
}) => {
  const told: string[] = []
  page.on('request', (asked) => {
    if (asked.url().startsWith(services)) told.push(asked.postData() ?? '')
  })
  await page.goto(`/esim-order?tariffID=${english.plan}`)
  await orderAlive(page, english)
  expect(told).toEqual([])

  await page.context().addCookies([{ name: 'cookieConsent', value: '1', url: baseURL ?? '' }])
  await orderAlive(page, english)
  const goal = { goal: 'order', path: '/esim-order' }
  expect(told.map((body) => JSON.parse(body))).toEqual([goal])
  expect(await (await request.get(`${services}/goals`)).json()).toContainEqual(goal)

  // Analytics never answers the Russian shop. The order waits three seconds and goes on.
  await page.clock.install()
  const ordered = orderAlive(page, russian, () => page.clock.pauseAt(Date.now() + 3_600_000))
  await expect.poll(() => told.length).toBe(2)
  await page.clock.runFor(2900)
  expect(new URL(page.url()).pathname).toBe('/ru/esim-order')
  await page.clock.runFor(100)
  await ordered

  await standInForTurnstile(page, ['person'])
  await write(page, 'goal')
  await expect(page.getByRole('dialog')).toHaveAccessibleName(words('contacts.sentTitle'))
  expect(told).toHaveLength(3)
})

test('the bot check comes when a form is reached for, the server asks what it says, and a form is not lost by it', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await standInForTurnstile(page, ['robot', 'person', 'away'])
  await page.goto('/contacts', { waitUntil: 'networkidle' })
  expect(asked.filter((url) => url.includes('cloudflare'))).toEqual([])

  await write(page, 'checked')
  await expect(page.getByRole('alert')).toHaveText(words('errors.botCheck'))
  await expect(page.getByRole('alert')).toBeFocused()
  const form = page.locator('#support')
  await expect(form.getByLabel(words('contacts.message'))).toHaveValue('Told by checked')
  for (const _ of ['person', 'away']) {
    await form.getByRole('button', { name: words('contacts.send') }).click()
    await expect(page.getByRole('dialog')).toHaveAccessibleName(words('contacts.sentTitle'))
    await page.keyboard.press('Escape')
    await fill(page, 'unanswered')
  }
  expect(await bodies(page)).toContain('Told by checked')
  expect(await bodies(page)).toContain('Told by unanswered')
  expect(asked.filter((url) => url.includes('cloudflare'))).toHaveLength(1)
})

test('where the bot check cannot come, a form says so and keeps what was typed, with JavaScript and without', async ({
  page,
  browser,
  baseURL,
}) => {
  // It is lost while the form waits for it.
  const { pressed, press } = pressing()
  await page.route(turnstile, async (route) => {
    await pressed
    await route.abort()
  })
  await page.goto('/login?as=partner')
  await comeAlive(page, page.getByLabel(words('signIn.phone')))
  const partner = async (on: Page) => {
    await on.getByLabel(words('signIn.phone')).fill('+7 912 345 69 10')
    await on.getByLabel(words('signIn.dataPolicyLabel')).check()
    await on.getByLabel(words('signIn.agreementLabel')).check()
    await on.getByRole('button', { name: words('signIn.sendCode') }).click()
    press()
    await expect(on.getByRole('alert')).toHaveText(words('errors.botCheck'))
    await expect(on.getByLabel(words('signIn.phone'))).toHaveValue('+7 912 345 69 10')
  }
  await partner(page)

  const plain = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await plain.goto('/login?as=partner')
  const instead = plain.locator('noscript .notice')
  await expect(instead).toBeVisible()
  await expect(instead).toHaveText(words('errors.botCheckScript'))
  await partner(plain)
  await plain.close()
})

function pressing() {
  let press = () => {}
  const pressed = new Promise<void>((resolve) => (press = resolve))
  return { pressed, press }
}

/** Orders by the living form, which is what tells goals, and comes to the payment. */
async function orderAlive(
  page: Page,
  shopper: (typeof locales)[number],
  beforeOrder: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(`${shopper.prefix}/esim-order?tariffID=${shopper.plan}`)
  await comeAlive(page, page.getByLabel(shopper.words('order.email')))
  await beforeOrder()
  await sendOrder(page, shopper.words, 'goals@example.com')
}

async function write(page: Page, name: string): Promise<void> {
  await page.goto('/contacts')
  await comeAlive(page, page.locator('#support').getByLabel(words('contacts.message')))
  await fill(page, name)
  await page
    .locator('#support')
    .getByRole('button', { name: words('contacts.send') })
    .click()
}

async function fill(page: Page, name: string): Promise<void> {
  const form = page.locator('#support')
  await form.getByLabel(words('contacts.name')).fill('Ada')
  await form.getByLabel(words('contacts.yourEmail')).fill('ada@example.com')
  await form.getByLabel(words('contacts.message')).fill(`Told by ${name}`)
  await form.getByLabel(words('order.consentLabel')).check()
}

async function bodies(page: Page): Promise<string> {
  return (await sent(page.request)).map(({ body }) => body).join('\n')
}

/** Cloudflare's script as the form sees it: puts a token into the form, and another one each time it is reset. */
async function standInForTurnstile(page: Page, tokens: readonly string[]): Promise<void> {
  const body = `
    const tokens = ${JSON.stringify(tokens)}
    const widgets = []
    const put = ({ field, callback }) => {
      field.value = (tokens.shift() ?? 'person') + '-' + crypto.randomUUID()
      callback(field.value)
    }
    window.turnstile = {
      render(place, { sitekey, callback }) {
        const field = document.createElement('input')
        field.type = 'hidden'
        field.name = 'cf-turnstile-response'
        place.append(field)
        if (sitekey === 'turnstile-key') put(widgets[widgets.push({ field, callback }) - 1])
        return widgets.length - 1
      },
      reset: (widget) => put(widgets[widget]),
    }`
  await page.route(turnstile, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}
