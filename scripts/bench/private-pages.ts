import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import { href } from '../../src/words/paths.shared.ts'
import { cardLabel } from '../../src/words/plan-words.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import type { Locale } from '../../src/words/locales.shared.ts'

/** Pages of a customer and of a partner, and the cookies that open them. */
type PrivatePages = {
  readonly paths: readonly string[]
  readonly storageState: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
}

const outbox = z.object({ data: z.array(z.object({ recipient: z.string(), body: z.string() })) })
const email = 'traveller@example.com'
const partnerPhone = '+79139130002'

/** Buys a plan, opens an account with its email address, and signs in as a partner. */
export async function openPrivatePages(
  browser: Browser,
  origin: string,
  locale: Locale,
): Promise<PrivatePages> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const page = await context.newPage()
  const purchase = await buyPlan(page, locale)
  await register(page, locale)
  await signInAsPartner(page, locale)
  const storageState = await context.storageState()
  await context.close()
  return {
    paths: [...purchase, href(locale, 'account'), href(locale, 'referralProgram')],
    storageState,
  }
}

/** Returns the paths of the paid order, its receipt and the pages of its eSIM. */
async function buyPlan(page: Page, locale: Locale): Promise<readonly string[]> {
  const words = wordsOf(locale)
  await page.goto(href(locale, 'order', null, { tariffID: 'th-ais-5gb-15d' }))
  await page.getByLabel(words('order.email')).fill(email)
  await page.getByLabel(cardLabel(words, 'RUB')).check()
  await page.getByLabel(words('order.consentLink')).check()
  await page.getByRole('button', { name: words('order.submit') }).click()
  await page.getByRole('heading', { level: 1, name: words('dev.payTitle') }).waitFor()
  await page.getByRole('button').first().click()
  const open = page.getByRole('link', { name: words('payment.open') })
  const link = await open.getAttribute('href')
  const { search } = new URL(link ?? '', page.url())
  const { searchParams } = new URL(page.url())
  const invoiceID = searchParams.get('invoiceID') ?? ''
  return [
    href(locale, 'paymentSuccess', null, { invoiceID, stay: '1' }),
    href(locale, 'paymentReceipt', null, { invoiceID }),
    ...(['instruction', 'operatorInfo', 'topUp', 'review'] as const).map(
      (name) => href(locale, name) + search,
    ),
  ]
}

async function register(page: Page, locale: Locale): Promise<void> {
  const words = wordsOf(locale)
  await page.goto(href(locale, 'register'))
  await page.getByLabel(words('signIn.email')).fill(email)
  await page.getByLabel(words('order.consentLink')).check()
  await page.getByRole('button', { name: words('signIn.sendCode') }).click()
  await enterCode(page, locale, email)
}

async function signInAsPartner(page: Page, locale: Locale): Promise<void> {
  const words = wordsOf(locale)
  const form = page.getByRole('main')
  await page.goto(href(locale, 'login', null, { as: 'partner' }))
  await form.getByLabel(words('signIn.phone')).fill(partnerPhone)
  await form.getByLabel(words('signIn.dataPolicyLink')).check()
  await form.getByLabel(words('signIn.agreementLink')).check()
  await form.getByRole('button', { name: words('signIn.sendCode') }).click()
  await enterCode(page, locale, partnerPhone)
}

async function enterCode(page: Page, locale: Locale, recipient: string): Promise<void> {
  const words = wordsOf(locale)
  const field = page.getByLabel(words('signIn.code'), { exact: true })
  await field.waitFor()
  const answer = await page.request.get('/dev/outbox.json')
  const { data } = outbox.parse(await answer.json())
  const codes = data.flatMap((each) =>
    each.recipient === recipient ? (/\b\d{6}\b/.exec(each.body) ?? []) : [],
  )
  await field.fill(codes[0] ?? '')
  await page
    .getByRole('button', { name: words('signIn.confirm'), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: words('account.logOut') }).waitFor()
}
