import { expect } from '@playwright/test'
import type {
  APIRequestContext,
  APIResponse,
  ConsoleMessage,
  Locator,
  Page,
  WebError,
} from '@playwright/test'
import { cardLabel } from '../../src/words/plan-words.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import type { Words } from '../../src/words/words.shared.ts'
import { boughtPlans } from './bought-plans.ts'
import { test as base } from './same-page.ts'
import { sendForm, visitorHeaders } from './send-forms.ts'

export { expect }

export const test = base.extend<{ expectsFailures: boolean; quietConsole: void }>({
  expectsFailures: [false, { option: true }],
  quietConsole: [
    async ({ context, expectsFailures }, use) => {
      const complaints: string[] = []
      const onConsole = (message: ConsoleMessage) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      }
      const onError = (failure: WebError) => complaints.push(failure.error().message)
      context.on('console', onConsole).on('weberror', onError)
      await use()
      // Some journeys share a context.
      context.off('console', onConsole).off('weberror', onError)
      const isAllowed = (text: string) =>
        expectedAlways.test(text) || (expectsFailures && expectedOnFailure.test(text))
      expect(complaints.filter((text) => !isAllowed(text))).toEqual([])
    },
    { auto: true },
  ],
})

/** Chromium logs the status of pages, and Playwright logs a blocked service worker. */
const expectedAlways =
  /the server responded with a status of (404|409|422)|^Service Worker registration blocked/
const expectedOnFailure = /^(Failed to load resource: |Refused to execute script from )/

export const locales = [
  { locale: 'en', prefix: '', words: wordsOf('en'), plan: boughtPlans.en },
  { locale: 'ru', prefix: '/ru', words: wordsOf('ru'), plan: boughtPlans.ru },
] as const

export type Shopper = {
  readonly locale: Locale
  readonly prefix: string
  readonly words: Words
  readonly plan: string
}

export async function order(
  page: Page,
  { prefix, words, plan }: Shopper,
  email: string,
): Promise<void> {
  await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
  await submitOrder(page, words, email)
}

export async function submitOrder(page: Page, words: Words, email: string): Promise<void> {
  await page.getByLabel(words('order.email')).fill(email)
  await page.getByLabel(cardLabel(words, 'RUB')).check()
  await page.getByLabel(words('order.consentLink')).check()
  await sendOrder(page, words)
}

/** Sends the order form that the page shows, and waits for the payment page. */
export async function sendOrder(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('order.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: words('dev.payTitle') })).toBeVisible()
}

export async function pay(page: Page): Promise<void> {
  await page.getByRole('button').first().click()
}

/** Buys a plan over HTTP. purchase.test.ts checks the same steps in a browser. */
export async function buy(
  request: APIRequestContext,
  { prefix, plan }: Shopper,
  email: string,
): Promise<string> {
  const orderPage = await request.get(`${prefix}/esim-order?tariffID=${plan}`)
  const fields = { email, paymentOption: 'card-rub', consent: '1' }
  const payment = await sendForm(request, orderPage, 'paymentOption', fields)
  const result = await sendForm(request, payment, 'decision', { decision: 'pay' })
  const esim = /href="([^"]*\/esim-instruction\?[^"]*)"/.exec(await result.text())?.[1]
  if (esim === undefined) throw new Error(`${result.url()} has no link to an eSIM`)
  return new URL(esim.replaceAll('&amp;', '&'), result.url()).href
}

/** Buys a plan over HTTP, and opens the page of its eSIM. */
export async function openBought(page: Page, shopper: Shopper, email: string): Promise<string> {
  await page.goto(await buy(page.request, shopper, email))
  await expect(page.getByRole('img', { name: shopper.words('instruction.qrLabel') })).toBeVisible()
  return page.url()
}

/**
 * Signs in over HTTP, and opens the partner account. accounts.test.ts checks the form in a browser.
 */
export async function openCabinet(page: Page, shopper: Shopper, phone: string): Promise<void> {
  const { request } = page
  const signInPage = await request.get(`${shopper.prefix}/login?as=partner`)
  const consents = { agreesToDataPolicy: '1', agreesToUserAgreement: '1' }
  const codePage = await sendForm(
    request,
    signInPage,
    'phone',
    { phone, ...consents, step: 'send' },
    visitorHeaders(phone),
  )
  await confirmCode(request, codePage, phone)
  await page.goto(`${shopper.prefix}/referral-program`)
  await expect(page).toHaveURL(`${shopper.prefix}/referral-program`)
}

/** Registers over HTTP, and opens the account. accounts.test.ts checks the form in a browser. */
export async function openAccount(page: Page, shopper: Shopper, email: string): Promise<void> {
  const { request } = page
  const form = await request.get(`${shopper.prefix}/register`)
  const codePage = await sendForm(
    request,
    form,
    'email',
    { email, consent: '1', step: 'send' },
    visitorHeaders(email),
  )
  await confirmCode(request, codePage, email)
  await page.goto(`${shopper.prefix}/account`)
  await expect(page).toHaveURL(`${shopper.prefix}/account`)
}

/** Sends the code of a recipient. Confirmations are limited per address, too. */
async function confirmCode(
  request: APIRequestContext,
  codePage: APIResponse,
  recipient: string,
): Promise<void> {
  const fields = { step: 'confirm', code: await codeFor(request, recipient) }
  await sendForm(request, codePage, 'code', fields, visitorHeaders(recipient))
}

export async function signInAsPartner(page: Page, shopper: Shopper, phone: string): Promise<void> {
  const { prefix, words } = shopper
  await page.goto(`${prefix}/login?as=partner`)
  await requestPartnerCode(page.getByRole('main'), words, phone)
  await enterCode(page, words, phone)
  await expect(page).toHaveURL(`${prefix}/referral-program`)
  await page.waitForLoadState()
}

export async function requestPartnerCode(
  form: Locator,
  words: Words,
  phone: string,
): Promise<void> {
  await form.getByLabel(words('signIn.phone')).fill(phone)
  await form.getByLabel(words('signIn.dataPolicyLink')).check()
  await form.getByLabel(words('signIn.agreementLink')).check()
  await form.getByRole('button', { name: words('signIn.sendCode') }).click()
}

export async function enterCode(page: Page, words: Words, recipient: string): Promise<void> {
  const field = page.getByLabel(words('signIn.code'), { exact: true })
  await expect(field).toBeVisible()
  await field.fill(await codeFor(page.request, recipient))
  const confirm = page.getByRole('button', { name: words('signIn.confirm'), exact: true })
  await confirm.first().click()
}

/**
 * Focuses a field and waits until React has hydrated its form, which only React's own property
 * shows.
 */
export async function hydrate(page: Page, field: Locator): Promise<void> {
  // A field that has the focus already causes no event, which loads React.
  await field.blur()
  await field.focus()
  const handle = await field.elementHandle()
  await page.waitForFunction(
    (element) => Object.keys(element ?? {}).some((name) => name.startsWith('__react')),
    handle,
  )
}

type Message = { readonly id: string; readonly recipient: string; readonly body: string }

export async function readOutbox(request: APIRequestContext): Promise<readonly Message[]> {
  const { outbox } = test.info().project.metadata
  return (await (await request.get(`${outbox}/dev/outbox.json`)).json()).data
}

async function codeFor(request: APIRequestContext, recipient: string): Promise<string> {
  const messages = (await readOutbox(request)).filter((each) => each.recipient === recipient)
  const codes = messages.map(({ body }) => /\b\d{6}\b/.exec(body)?.[0])
  return codes.find((code) => code !== undefined) ?? 'no message has a code'
}
