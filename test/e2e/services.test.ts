import type { Page } from '@playwright/test'
import { origins } from './servers.ts'
import {
  expect,
  hydrate,
  locales,
  readOutbox,
  requestPartnerCode,
  submitOrder,
  test,
} from './shop.ts'

const { services = '' } = origins
const turnstile = 'https://challenges.cloudflare.com/**'
const [english, russian] = locales
const { words } = english

test.use({ expectsFailures: true })

test('goals are reported after consent only, and an analytics failure or timeout stops no visitor', async ({
  page,
  request,
  baseURL,
}) => {
  const goals: string[] = []
  page.on('request', (sent) => {
    if (sent.url().startsWith(services)) goals.push(sent.postData() ?? '')
  })
  await page.goto(`/esim-order?tariffID=${english.plan}`)
  await orderHydrated(page, english)
  expect(goals).toEqual([])

  await page.context().addCookies([{ name: 'cookieConsent', value: '1', url: baseURL ?? '' }])
  await orderHydrated(page, english)
  const goal = { goal: 'order', path: '/esim-order' }
  expect(goals.map((body) => JSON.parse(body))).toEqual([goal])
  expect(await (await request.get(`${services}/goals`)).json()).toContainEqual(goal)

  await page.clock.install()
  const ordered = orderHydrated(page, russian, () => page.clock.pauseAt(Date.now() + 3_600_000))
  await expect.poll(() => goals.length).toBe(2)
  await page.clock.runFor(2900)
  expect(new URL(page.url()).pathname).toBe('/ru/esim-order')
  await page.clock.runFor(100)
  await ordered
  // The next form loads when the focus has rested on it.
  await page.clock.resume()

  await replaceTurnstile(page, ['person'])
  await write(page, 'goal')
  await expect(page.getByRole('dialog')).toHaveAccessibleName(words('contacts.sentTitle'))
  expect(goals).toHaveLength(3)
})

test('Turnstile loads when a form gets the focus, the server verifies its token, and a failed check keeps the form', async ({
  page,
}) => {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await replaceTurnstile(page, ['robot', 'person', 'away'])
  await page.goto('/contacts', { waitUntil: 'networkidle' })
  expect(urls.filter((url) => url.includes('cloudflare'))).toEqual([])

  await write(page, 'checked')
  await expect(page.getByRole('alert')).toHaveText(words('errors.botCheck'))
  await expect(page.getByRole('alert')).toBeFocused()
  const form = page.locator('#support')
  await expect(form.getByLabel(words('contacts.message'))).toHaveValue('Sent by checked')
  const resend = async () => {
    await form.getByRole('button', { name: words('contacts.send') }).click()
    await expect(page.getByRole('dialog')).toHaveAccessibleName(words('contacts.sentTitle'))
    await page.keyboard.press('Escape')
  }
  await resend()
  await fill(page, 'unanswered')
  await resend()
  expect(await bodies(page)).toContain('Sent by checked')
  expect(await bodies(page)).toContain('Sent by unanswered')
  expect(urls.filter((url) => url.includes('cloudflare'))).toHaveLength(1)
})

test('a sign-in by password gets a token', async ({ page }) => {
  await replaceTurnstile(page, ['person'])
  await page.goto('/login')
  await page.getByText(words('signIn.passwordTitle')).click()
  const form = page.locator('details form').filter({ has: page.locator('input[type=password]') })
  await form.getByLabel(words('signIn.email')).fill('nobody@example.com')
  await form.getByLabel(words('signIn.password')).fill('a long password')
  await expect(form.locator('[name=cf-turnstile-response]')).toHaveValue(/^person/)
  await form.getByRole('button').click()
  await expect(page.getByRole('alert')).toHaveText(words('api.passwordWrong'))
})

test('a form shows that Turnstile is unreachable and keeps its values, with JavaScript and without', async ({
  page,
  browser,
  baseURL,
}) => {
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route(turnstile, async (route) => {
    await pressed
    await route.abort()
  })
  await page.goto('/login?as=partner')
  await hydrate(page, page.getByLabel(words('signIn.phone')))
  const expectRejected = async (on: Page) => {
    await requestPartnerCode(on.getByRole('main'), words, '+7 912 345 69 10')
    press()
    await expect(on.getByRole('alert')).toHaveText(words('errors.botCheck'))
    await expect(on.getByLabel(words('signIn.phone'))).toHaveValue('+7 912 345 69 10')
  }
  await expectRejected(page)

  const plain = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await plain.goto('/login?as=partner')
  const instead = plain.locator('noscript .notice')
  await expect(instead).toBeVisible()
  await expect(instead).toHaveText(words('errors.botCheckScript'))
  await expectRejected(plain)
  await plain.close()
})

async function orderHydrated(
  page: Page,
  shopper: (typeof locales)[number],
  beforeOrder: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(`${shopper.prefix}/esim-order?tariffID=${shopper.plan}`)
  await hydrate(page, page.getByLabel(shopper.words('order.email')))
  await beforeOrder()
  await submitOrder(page, shopper.words, 'goals@example.com')
}

async function write(page: Page, name: string): Promise<void> {
  await page.goto('/contacts')
  await hydrate(page, page.locator('#support').getByLabel(words('contacts.message')))
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
  await form.getByLabel(words('contacts.message')).fill(`Sent by ${name}`)
  await form.getByLabel(words('order.consentLink')).check()
}

async function bodies(page: Page): Promise<string> {
  return (await readOutbox(page.request)).map(({ body }) => body).join('\n')
}

async function replaceTurnstile(page: Page, tokens: readonly string[]): Promise<void> {
  const body = `
    const tokens = ${JSON.stringify(tokens)}
    const widgets = []
    const setToken = ({ field, callback }) => {
      field.value = (tokens.shift() ?? 'person') + '-' + crypto.randomUUID()
      callback(field.value)
    }
    window.turnstile = {
      render(place, { sitekey, callback }) {
        const field = document.createElement('input')
        field.type = 'hidden'
        field.name = 'cf-turnstile-response'
        place.append(field)
        if (sitekey === 'turnstile-key') setToken(widgets[widgets.push({ field, callback }) - 1])
        return widgets.length - 1
      },
      reset: (widget) => setToken(widgets[widget]),
    }`
  await page.route(turnstile, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}
