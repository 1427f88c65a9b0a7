import { secretID } from '../../src/kit/tokens.shared.ts'
import type { Session } from '../../src/api/common.ts'
import type { Shop } from './shop.ts'

let people = 0

export function newEmail(): string {
  people += 1
  return `person-${people}@example.com`
}

export function newPhone(): string {
  people += 1
  return `+7912${String(people).padStart(7, '0')}`
}

/** The nonce of the browser in which all test accounts sign in. */
export const nonce = 'n'.repeat(43)

export const agreements = { agreesToDataPolicy: true, agreesToUserAgreement: true } as const

export async function codeFor({ outboxOf }: Shop, recipient: string): Promise<string> {
  const [newest] = await outboxOf(recipient)
  return /\b\d{6}\b/.exec(newest?.body ?? '')?.[0] ?? 'none was sent'
}

export function anotherCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

export async function signInCustomer(shop: Shop, email = newEmail()): Promise<Session> {
  await shop.call('customerCodeSend', { nonce, email })
  return shop.call('registerConfirm', {
    nonce,
    email,
    code: await codeFor(shop, email),
    consent: true,
  })
}

export async function signInPartner(shop: Shop, phone = newPhone()): Promise<Session> {
  await shop.call('referrerCodeSend', { nonce, phone, ...agreements })
  return shop.call('referrerConfirm', { nonce, phone, code: await codeFor(shop, phone) })
}

type Wish = {
  readonly email?: string
  readonly referralCode?: string
  readonly sort?: 'price' | '-price'
}

export async function placeOrder(shop: Shop, { sort = 'price', ...wish }: Wish = {}) {
  const { data } = await shop.call('tariffsMarketplace', { sort, per_page: 1 })
  const order = {
    tariffID: data[0]?.tariffID ?? 'none',
    email: newEmail(),
    paymentOption: 'card-usd',
    consent: true,
    idempotencyKey: secretID(),
    ...wish,
  } as const
  const { invoiceID, paymentURL } = (await shop.call('activation', order)).data
  return { order, invoiceID, paymentURL }
}

export async function decide(
  { visit }: Shop,
  paymentURL: string,
  decision: 'pay' | 'decline',
): Promise<string> {
  const response = await visit(new URL(paymentURL).pathname, {
    method: 'POST',
    body: new URLSearchParams({ decision }),
  })
  return response.headers.get('Location') ?? String(response.status)
}

export async function buyPlan(shop: Shop, wish: Wish = {}) {
  const { order, invoiceID, paymentURL } = await placeOrder(shop, wish)
  await decide(shop, paymentURL, 'pay')
  const { data } = await shop.call('invoice', { invoiceID })
  return { order, invoiceID, hash: data.hash ?? 'none' }
}

export async function useUp({ visit }: Shop, hash: string): Promise<void> {
  const body = new URLSearchParams({ percent: '100' })
  await visit(`/dev/usage/${hash}`, { method: 'POST', body })
}
