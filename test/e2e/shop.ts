import { test as base, expect } from '@playwright/test'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { cardLabel } from '../../src/locale/tariff-words.ts'
import { wordsOf } from '../../src/locale/words.ts'
import type { Words } from '../../src/locale/words.ts'

export { expect }

/** A journey fails when the page complains to the console. */
export const test = base.extend<{ expectsFailures: boolean; quietConsole: void }>({
  expectsFailures: [false, { option: true }],
  quietConsole: [
    async ({ page, expectsFailures }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await use()
      const heard = complaints.filter((text) => !isExpected(text))
      expect(heard.filter((text) => !expectsFailures || !isFailure(text))).toEqual([])
    },
    { auto: true },
  ],
})

/** The browser itself reports the status of a page that is refused or missing; Playwright, a service worker that a test has blocked. */
const expected =
  /the server responded with a status of (404|409|422)|^Service Worker registration blocked/

function isExpected(text: string): boolean {
  return expected.test(text)
}

/** What it reports where a journey cuts the network or breaks the shop. */
function isFailure(text: string): boolean {
  return /^(Failed to load resource: |Refused to execute script from )/.test(text)
}

export const locales = [
  { locale: 'en', prefix: '', words: wordsOf('en'), plan: 'th-ais-5gb-15d' },
  { locale: 'ru', prefix: '/ru', words: wordsOf('ru'), plan: 'th-ais-10gb-30d' },
] as const

export type Shopper = Omit<(typeof locales)[number], 'plan'> & { readonly plan: string }

/** From a plan's order form to the test payment page. */
export async function order(
  page: Page,
  { prefix, words, plan }: Shopper,
  email: string,
): Promise<void> {
  await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
  await sendOrder(page, words, email)
}

/** The order form that is open, to the test payment page. */
export async function sendOrder(page: Page, words: Words, email: string): Promise<void> {
  await page.getByLabel(words('order.email')).fill(email)
  await page.getByLabel(cardLabel(words, 'RUB')).check()
  await page.getByLabel(words('order.consentLabel')).check()
  await page.getByRole('button', { name: words('order.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: words('dev.payTitle') })).toBeVisible()
}

/** A purchase; gives the address of the eSIM's page, which is open then. */
export async function buy(page: Page, shopper: Shopper, email: string): Promise<string> {
  const { words } = shopper
  await order(page, shopper, email)
  await page.getByRole('button').first().click()
  await page.getByRole('link', { name: words('payment.open') }).click()
  await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()
  return page.url()
}

/** Signs a partner in, by phone and code; the cabinet is open then. */
export async function signInAsPartner(
  page: Page,
  { prefix, words }: Shopper,
  phone: string,
): Promise<void> {
  await page.goto(`${prefix}/login?as=partner`)
  await page.getByLabel(words('signIn.phone')).fill(phone)
  await page.getByLabel(words('signIn.dataPolicyLabel')).check()
  await page.getByLabel(words('signIn.agreementLabel')).check()
  await page.getByRole('button', { name: words('signIn.sendCode') }).click()
  await enterCode(page, words, phone)
  await expect(page).toHaveURL(`${prefix}/referral-program`)
}

/** Makes a customer's account for an address, by code; the account is open then. */
export async function register(
  page: Page,
  { prefix, words }: Shopper,
  email: string,
): Promise<void> {
  await page.goto(`${prefix}/register`)
  await page.getByLabel(words('signIn.email')).fill(email)
  await page.getByLabel(words('order.consentLabel')).check()
  await page.getByRole('button', { name: words('signIn.sendCode') }).click()
  await enterCode(page, words, email)
  await expect(page).toHaveURL(`${prefix}/account`)
}

export async function enterCode(page: Page, words: Words, recipient: string): Promise<void> {
  const field = page.getByLabel(words('signIn.code'), { exact: true })
  await expect(field).toBeVisible()
  await field.fill(await codeFor(page.request, recipient))
  await page
    .getByRole('button', { name: words('signIn.confirm'), exact: true })
    .first()
    .click()
}

/** Until React has the form of a field, which shows in the page by nothing but React's own mark. */
export async function comeAlive(page: Page, field: Locator): Promise<void> {
  await field.focus()
  const handle = await field.elementHandle()
  await page.waitForFunction(
    (element) => Object.keys(element ?? {}).some((name) => name.startsWith('__react')),
    handle,
  )
}

type Message = { recipient: string; body: string }

/** What was mailed and sent, the newest first; it lies where the backend is. */
export async function sent(request: APIRequestContext): Promise<readonly Message[]> {
  const { outbox } = test.info().project.metadata
  return (await (await request.get(`${outbox}/dev/outbox.json`)).json()).data
}

/** The code of the newest mail or SMS to somebody. */
async function codeFor(request: APIRequestContext, recipient: string): Promise<string> {
  const mine = (await sent(request)).filter((each) => each.recipient === recipient)
  const codes = mine.map(({ body }) => /\b\d{6}\b/.exec(body)?.[0])
  return codes.find((code) => code !== undefined) ?? 'none was sent'
}
