import { request } from '@playwright/test'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { officeHref } from '../../src/words/office-paths.ts'
import { href } from '../../src/words/paths.shared.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import { hiddenFieldsOf } from '../../test/fixtures/html.ts'

/** A visit without a browser, with its own cookies. */
export type ShopVisit = APIRequestContext
type Fields = { readonly [name: string]: string }

const outbox = z.object({ data: z.array(z.object({ recipient: z.string(), body: z.string() })) })

/** Comes from a random address, because the shop limits orders and codes of an address. */
export async function openVisit(origin: string): Promise<ShopVisit> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return request.newContext({ baseURL: origin, extraHTTPHeaders: { 'CF-Connecting-IP': address } })
}

/** Buys a plan, opens an account and signs in as a partner. Returns the paths of private pages. */
export async function openPrivatePages(
  visit: ShopVisit,
  locale: Locale,
  tariffID: string,
): Promise<readonly string[]> {
  const email = randomEmail()
  const { invoiceID, esim } = await buy(visit, locale, tariffID, email)
  const register = await visit.get(href(locale, 'register'))
  await confirmCode(visit, await sendForm(visit, register, { email, consent: '1' }), email)
  const login = await visit.get(href(locale, 'login', null, { as: 'partner' }))
  const consents = { agreesToDataPolicy: '1', agreesToUserAgreement: '1' }
  const phone = `+7913${randomInt(1_000_000, 10_000_000)}`
  await confirmCode(visit, await sendForm(visit, login, { phone, ...consents }), phone)
  return [
    href(locale, 'paymentSuccess', null, { invoiceID, stay: '1' }),
    href(locale, 'paymentReceipt', null, { invoiceID }),
    ...(['instruction', 'operatorInfo', 'topUp', 'review'] as const).map(
      (name) => `${href(locale, name)}?${esim}`,
    ),
    href(locale, 'account'),
    href(locale, 'referralProgram'),
  ]
}

/** Signs in to the back office as an owner. */
export async function openOffice(visit: ShopVisit, secret: string): Promise<void> {
  const page = await visit.get(officeHref('signIn', { secret }))
  await sendForm(visit, page, { secret, role: 'owner' })
}

/** Buys a plan, and returns the ids of the paid order and of its eSIM. */
export async function buy(
  visit: ShopVisit,
  locale: Locale,
  tariffID: string,
  email = randomEmail(),
) {
  const order = await visit.get(href(locale, 'order', null, { tariffID }))
  const fields = { paymentOption: 'card-rub', email, consent: '1' }
  const paid = await sendForm(visit, await sendForm(visit, order, fields), { decision: 'pay' })
  const esim = /\/esim-instruction\?(hash=[\w-]+)/.exec(await paid.text())?.[1] ?? ''
  return { invoiceID: new URL(paid.url()).searchParams.get('invoiceID') ?? '', esim }
}

function randomEmail(): string {
  return `traveller-${randomUUID()}@example.com`
}

async function confirmCode(visit: ShopVisit, page: APIResponse, recipient: string): Promise<void> {
  const { data } = outbox.parse(await (await visit.get('/dev/outbox.json')).json())
  const codes = data
    .filter((each) => each.recipient === recipient)
    .flatMap(({ body }) => /\b\d{6}\b/.exec(body) ?? [])
  await sendForm(visit, page, { code: codes[0] ?? '', step: 'confirm' })
}

/** Sends the form with the first of the fields. Returns the page after all redirects. */
async function sendForm(visit: ShopVisit, page: APIResponse, fields: Fields): Promise<APIResponse> {
  const [field] = Object.keys(fields)
  const forms = (await page.text()).split('<form').map((part) => part.split('</form>')[0] ?? '')
  const form = forms.find((each) => each.includes(`name="${field}"`))
  if (form === undefined) throw new Error(`${page.url()} has no form with the field ${field}`)
  const action = / action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&')
  const answer = await visit.post(new URL(action || page.url(), page.url()).href, {
    form: { step: 'send', ...hiddenFieldsOf(form), ...fields },
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  })
  return followed(visit, answer)
}

/** Follows redirects to the path only, because the shop may be served at another origin. */
async function followed(visit: ShopVisit, answer: APIResponse): Promise<APIResponse> {
  const { location } = answer.headers()
  if (location !== undefined) {
    const { pathname, search } = new URL(location, answer.url())
    return followed(visit, await visit.get(pathname + search, { maxRedirects: 0 }))
  }
  if (!answer.ok()) throw new Error(`${answer.url()} returned ${answer.status()}`)
  return answer
}
