import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { sign } from '../../src/backend/webhook-signature.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import worker from '../../src/worker.ts'
import { codeFor, emptyShop, secret, settings, stockShop, words } from '../support/small-shop.ts'
import { browserAt } from '../support/requests.ts'

const origin = 'http://localhost:8787'
const email = 'bella.buyer@example.com'
const phone = '+79265550199'

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('the carrier is away'))
  await emptyShop()
  await stockShop(3)
})

/** The whole shop. Nobody carries its mail, so that sending fails, which is logged. */
async function answer(request: Request): Promise<Response> {
  const context = createExecutionContext()
  const carriers = {
    MAIL_WEBHOOK_URL: 'https://mail.example',
    SMS_WEBHOOK_URL: 'https://sms.example',
  }
  const bindings = { ...env, ...carriers, ...settings }
  const incoming = new Request<unknown, IncomingRequestCfProperties>(request, {
    redirect: 'manual',
  })
  const response = await worker.fetch(incoming, bindings, context)
  await waitOnExecutionContext(context)
  return response
}

/** What the payment provider tells, three times at once. */
async function tell(kind: 'succeeded' | 'refunded', invoiceID: string): Promise<void> {
  const body = JSON.stringify({
    id: `event-${secretID()}`,
    kind,
    invoiceID,
    amount: { minor: 1250, currency: 'USD' },
  })
  const headers = { 'X-Payment-Signature': await sign(secret, body, new Date()) }
  const callback = () =>
    new Request(`${origin}/callbacks/payment`, { method: 'POST', body, headers })
  const told = await Promise.all([callback(), callback(), callback()].map((each) => answer(each)))
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200])
}

/** Every line that the shop writes to its log. */
function listen(): string[] {
  const heard: string[] = []
  for (const name of ['debug', 'log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, name).mockImplementation(
      (...said) => void heard.push(said.map(String).join(' ')),
    )
  return heard
}

/** A partner at the cabinet, after one wrong code. */
async function signedInPartner() {
  const partner = browserAt(origin, answer)
  const agreed = { phone, agreesToDataPolicy: '1', agreesToUserAgreement: '1' }
  await partner.open('/login?as=partner', { step: 'send', ...agreed })
  await partner.open('/login?as=partner', { step: 'confirm', ...agreed, code: '000000' })
  const confirmed = { step: 'confirm', ...agreed, code: await codeFor(phone) }
  const cabinet = await partner.open('/login?as=partner', confirmed)
  expect(cabinet).toMatchObject({ status: 200, path: '/referral-program' })
  return partner
}

const balanceOn = (html: string) => /<dd>([^<]*\$[^<]*)<\/dd>/.exec(html)?.[1]

it('a partner’s link, followed by a purchase, is money; a refund takes it back; no log tells who they are', async () => {
  const heard = listen()
  const partner = await signedInPartner()
  const cabinet = await partner.open('/referral-program')
  expect(balanceOn(cabinet.html)).toBe('$0')
  const [, link = ''] = /href="([^"]*\?refid=[^"]*)"/.exec(cabinet.html) ?? []

  const buyer = browserAt(origin, answer)
  const { first } = await buyer.open(link)
  expect(first.headers.get('Set-Cookie')).toMatch(/^referralCode=\w{10}; Max-Age=2592000; /)
  const ordered = await buyer.open('/esim-order?tariffID=tr-10', {
    email,
    paymentOption: 'card-usd',
    consent: '1',
    idempotencyKey: secretID(),
  })
  const invoiceID = ordered.path.split('/').at(-1) ?? ''
  expect(balanceOn((await partner.open('/referral-program')).html)).toBe('$0')

  await tell('succeeded', invoiceID)
  const rewarded = await partner.open('/referral-program')
  expect(balanceOn(rewarded.html)).toBe('$1.25')
  expect(rewarded.html).toContain(words('partner.missing', { amount: '$28.75' }))
  await buyer.open(`/payment/success?invoiceID=${invoiceID}`)

  await buyer.open('/register', { step: 'send', email, consent: '1' })
  await buyer.open('/login', { step: 'password', email, password: 'a wrong password' })
  const account = await buyer.open('/register', {
    step: 'confirm',
    email,
    consent: '1',
    code: await codeFor(email),
  })
  expect(account).toMatchObject({ status: 200, path: '/account' })
  for (const part of [
    words('balance.statuses.ready'),
    'class="gauge"',
    'href="/esim-instruction?hash=',
    'href="/esim-order?tariffID=tr-10"',
  ])
    expect(account.html).toContain(part)
  await env.DB.prepare(`UPDATE stock SET mobile_number = '+79123456789'`).run()
  const hash = /\/esim-instruction\?hash=([\w-]+)/.exec(account.html)?.[1]
  const codes = (await buyer.open(`/esim-instruction?hash=${hash}`)).html
  expect(codes).toContain('>+7 912 345 67 89<')
  expect(codes).toContain('data-copy="+79123456789"')
  const pastTheEnd = (await buyer.open('/account?page=9')).html
  expect(pastTheEnd).toContain('href="/esim-instruction?hash=')

  await tell('refunded', invoiceID)
  const taken = await partner.open('/referral-program')
  expect(balanceOn(taken.html)).toBe('$0')
  expect(taken.html).toContain(words('partner.statuses.reversed'))

  expect(heard.join('\n')).toContain('message-not-sent')
  for (const personal of [email, 'bella', phone, phone.slice(1), '0199'])
    expect(heard.filter((line) => line.toLowerCase().includes(personal))).toEqual([])
})

it('the history comes twenty at a time, and says when withdrawal is switched off', async () => {
  listen()
  const partner = await signedInPartner()
  const numbers = Array.from({ length: 25 }, (_, index) => index)
  await env.DB.batch(
    numbers.map((number) =>
      env.DB.prepare(
        `INSERT INTO referrer_transactions (id, referrer_id, type, amount_minor, created_at)
        SELECT 'reward-' || ?1, id, 'reward', 100, '2026-10-05T00:00:00.000Z' FROM referrers`,
      ).bind(number),
    ),
  )
  const rewards = (html: string) => html.split(`<td>${words('partner.types.reward')}`).length - 1
  const { html } = await partner.open('/referral-program')
  expect(rewards(html)).toBe(20)
  expect(html).toContain('href="/referral-program?page=2#history"')
  expect(html).toContain(words('partner.missing', { amount: '$5' }))
  const second = (await partner.open('/referral-program?page=2')).html
  expect(rewards(second)).toBe(5)
  expect(second).toContain('rel="prev"')
  expect(rewards((await partner.open('/referral-program?page=9')).html)).toBe(20)

  const asked = { payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() }
  const tooEarly = await partner.open('/referral-program', asked)
  expect(tooEarly.status).toBe(409)
  expect(tooEarly.html).toMatch(/role="alert">[^<]*\$30/)
  expect(tooEarly.html).toContain('>DE00 1234 5678<')

  settings['WITHDRAWALS_OPEN'] = '0'
  const closed = (await partner.open('/referral-program')).html
  expect(closed.slice(closed.indexOf('id="history"'))).toContain(words('partner.closed'))
  expect(closed).not.toContain(words('partner.missing', { amount: '$5' }))
})
