import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import * as russian from '../../content/ru/words.ts'
import { signedRequest } from '../../src/payments/generic-provider.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { maxReason } from '../../src/api/staff.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import worker from '../../src/worker.ts'
import {
  codeFor,
  mailWebhook,
  rows,
  secret,
  settings,
  words,
  run,
  openShop,
  usd,
} from '../support/small-shop.ts'
import { createBrowser } from '../fixtures/browser.ts'
import { sql } from '../../src/kit/sql.ts'
import { orderForm } from '../support/visit.ts'

const origin = 'http://localhost:8787'
const email = 'bella.buyer@example.com'
const phone = '+79265550199'
const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('the carrier is down'))
  await openShop(3)
})

async function respond(request: Request): Promise<Response> {
  const context = createExecutionContext()
  const carriers = {
    ...mailWebhook,
    SMS_CARRIER: 'webhook',
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

async function sendPaymentWebhook(kind: 'charged' | 'refunded', invoiceID: string): Promise<void> {
  const fact = {
    kind,
    id: `fact-${secretID()}`,
    reference: 'unknown',
    invoiceID,
    amount: usd(1250),
    at: new Date(),
  }
  const url = `${origin}/callbacks/payment/test`
  const requests = [0, 1, 2].map(async () => signedRequest(url, fact, secret, new Date()))
  const responses = await Promise.all(requests.map(async (request) => respond(await request)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
}

function captureLog(): string[] {
  const lines: string[] = []
  for (const name of ['debug', 'log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, name).mockImplementation(
      (...values) => void lines.push(values.map(String).join(' ')),
    )
  return lines
}

async function signInPartner() {
  const partner = createBrowser(origin, respond)
  const consents = { phone, agreesToDataPolicy: '1', agreesToUserAgreement: '1' }
  await partner.open('/login?as=partner', { step: 'send', ...consents })
  await partner.open('/login?as=partner', { step: 'confirm', ...consents, code: '000000' })
  const form = { step: 'confirm', ...consents, code: await codeFor(phone) }
  const cabinet = await partner.open('/login?as=partner', form)
  expect(cabinet).toMatchObject({ status: 200, path: '/referral-program' })
  return partner
}

const balanceIn = (html: string) => /<dd>([^<]*\$[^<]*)<\/dd>/.exec(html)?.[1]

it('rewards a purchase through a partner’s link, reverses it on refund and logs no personal data', async () => {
  const log = captureLog()
  const partner = await signInPartner()
  const cabinet = await partner.open('/referral-program')
  expect(balanceIn(cabinet.html)).toBe('$0')
  const [, link = ''] = /data-copy="([^"]*\?refid=[^"]*)"/.exec(cabinet.html) ?? []

  const buyer = createBrowser(origin, respond)
  const { first } = await buyer.open(link)
  expect(first.headers.get('Set-Cookie')).toMatch(/^referralCode=\w{10}; Max-Age=2592000; /)
  const payment = await buyer.open('/esim-order?tariffID=tr-10', {
    ...orderForm(),
    email,
  })
  expect(payment.path).toMatch('/dev/pay/')
  const [order] = await rows<{ id: string }>('SELECT id FROM orders')
  const invoiceID = order?.id ?? ''
  expect(balanceIn((await partner.open('/referral-program')).html)).toBe('$0')

  await sendPaymentWebhook('charged', invoiceID)
  const rewarded = await partner.open('/referral-program')
  expect(balanceIn(rewarded.html)).toBe('$1.25')
  expect(rewarded.html).toContain(words('partner.missing', { amount: '$28.75' }))
  expect(rewarded.html).toContain(words('partner.progress', { available: '$1.25', minimum: '$30' }))
  expect(rewarded.html).toContain('<progress value="125" max="3000">')
  settings['REWARD_HOLD_DAYS'] = '30'
  const held = (await partner.open('/referral-program')).html
  expect(held).toContain(words('partner.onHold', { amount: '$1.25' }))
  expect(held).toMatch(/The first reward becomes available on \d\d\.\d\d\.\d{4}\./)
  expect(held).toContain(words('partner.progress', { available: '$0', minimum: '$30' }))
  expect(held).not.toContain(words('partner.missing', { amount: '$30' }))
  settings['REWARD_HOLD_DAYS'] = '0'
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
  await run(`UPDATE stock SET mobile_number = '+79123456789'`)
  const hash = /\/esim-instruction\?hash=([\w-]+)/.exec(account.html)?.[1]
  const instruction = (await buyer.open(`/esim-instruction?hash=${hash}`)).html
  expect(instruction).toContain('>+7 912 345 67 89<')
  expect(instruction).toContain('data-copy="+79123456789"')
  const missingPage = (await buyer.open('/account?page=9')).html
  expect(missingPage).toContain('href="/esim-instruction?hash=')

  await sendPaymentWebhook('refunded', invoiceID)
  const reversed = await partner.open('/referral-program')
  expect(balanceIn(reversed.html)).toBe('$0')
  expect(reversed.html).toContain(words('partner.statuses.reversed'))

  expect(log.join('\n')).toContain('message-not-sent')
  // A random id can contain the last digits of the phone number.
  const lines = log.map((line) => line.replaceAll(uuids, '').toLowerCase())
  for (const personal of [email, 'bella', phone, phone.slice(1), '0199'])
    expect(lines.filter((line) => line.includes(personal))).toEqual([])
})

it('leaves bytes for reasons of rejections in the partner history', async () => {
  captureLog()
  const partner = await signInPartner()
  const text = JSON.stringify(russian.words)
  await env.DB.batch(
    Array.from({ length: 20 }, (_, index) =>
      env.DB.prepare(
        `INSERT INTO partner_transactions
          (id, partner_id, type, amount_minor, rejected_at, created_at, rejection_reason)
        SELECT 'withdrawal-' || ?1, id, 'withdrawal', -3000, '2026-10-06T00:00:00.000Z',
          '2026-10-05T00:00:00.000Z', ?2 FROM partners`,
      ).bind(index, text.slice(index * maxReason, (index + 1) * maxReason)),
    ),
  )
  const gzipBytes = async () => {
    const page = new Blob([(await partner.open('/referral-program')).html])
    const packed = page.stream().pipeThrough(new CompressionStream('gzip'))
    return (await new Response(packed).arrayBuffer()).byteLength
  }
  const withReasons = await gzipBytes()
  await run('UPDATE partner_transactions SET rejection_reason = NULL')
  expect(withReasons - (await gzipBytes())).toBeLessThanOrEqual(1600)
  expect((await partner.open('/referral-program')).html).not.toContain('.passes {')
})

it.each(['', '/ru'])(
  'shows at the top of %s/referral-program why the last withdrawal was rejected',
  async (prefix) => {
    captureLog()
    const partner = await signInPartner()
    const insert = async (id: string, age: number, reason: string | null) =>
      env.DB.prepare(
        `INSERT INTO partner_transactions
          (id, partner_id, type, amount_minor, created_at, rejected_at, rejection_reason)
        SELECT ?1, id, 'withdrawal', -3000, ?2, iif(?3 IS NULL, NULL, ?2), ?3 FROM partners`,
      )
        .bind(id, new Date(Date.now() - age * 86_400_000).toISOString(), reason)
        .run()
    const top = async () => {
      const { html } = await partner.open(`${prefix}/referral-program`)
      return html.slice(html.indexOf('<h1'), html.indexOf('class="figures"'))
    }
    await insert('old', 91, 'An old reason')
    expect(await top()).not.toContain('An old reason')
    await insert('new', 2, 'The account does not exist')
    const text = wordsOf(prefix === '' ? 'en' : 'ru')
    expect(await top()).toContain(
      text('partner.rejectionReason', { reason: 'The account does not exist' }),
    )
    expect(await top()).toMatch(/\$30|30\s\$/)
    await insert('requested', 1, null)
    expect(await top()).not.toContain('The account does not exist')
  },
)

it('does not confirm a repeated form whose withdrawal was rejected', async () => {
  captureLog()
  const partner = await signInPartner()
  const form = { action: 'withdraw', payoutDetails: 'DE00 1234', idempotencyKey: secretID() }
  await run(sql`INSERT INTO partner_transactions
      (id, partner_id, type, amount_minor, created_at, rejected_at, rejection_reason,
      idempotency_key, payout_details)
    SELECT 'withdrawal', id, 'withdrawal', -3000, '2026-10-05T00:00:00.000Z',
      '2026-10-05T00:00:00.000Z', 'No such account', ${form.idempotencyKey}, ${form.payoutDetails}
    FROM partners`)
  const { status, html } = await partner.open('/referral-program', form)
  expect(status).toBe(409)
  expect(html).toMatch(/role="alert"><p>[^<]*No such account/)
  expect(html).toContain('value="DE00 1234"')
  expect(html).not.toContain(form.idempotencyKey)
})

it('confirms a withdrawal with one notice when nothing or more is available', async () => {
  captureLog()
  const partner = await signInPartner()
  const earn = async (id: string) =>
    env.DB.prepare(
      `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
      SELECT ?1, id, 'reward', 3000, '2026-10-05T00:00:00.000Z' FROM partners`,
    )
      .bind(id)
      .run()
  const statuses = async () => {
    const { html } = await partner.open('/referral-program?done=withdrawal')
    return html
      .match(/role="status".*?<\/(?:p|div)>/gs)
      ?.map((each) => each.replace(/<[^>]*>/g, ' '))
  }
  await earn('first')
  const form = { action: 'withdraw', payoutDetails: 'DE00 1234', idempotencyKey: secretID() }
  expect((await partner.open('/referral-program', form)).status).toBe(200)
  expect(await statuses()).toEqual([
    expect.stringContaining(words('partner.requested', { amount: '$30' })),
  ])
  await earn('second')
  expect(await statuses()).toEqual([expect.stringContaining(words('partner.withdrawn'))])
})

it('shows the partner history 10 rows a page, rejects an early withdrawal and shows when withdrawals are closed', async () => {
  captureLog()
  const partner = await signInPartner()
  const numbers = Array.from({ length: 25 }, (_, index) => index)
  await env.DB.batch(
    numbers.map((number) =>
      env.DB.prepare(
        `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
        SELECT 'reward-' || ?1, id, 'reward', 100, '2026-10-05T00:00:00.000Z' FROM partners`,
      ).bind(number),
    ),
  )
  const countRewards = (html: string) =>
    html.split(`<td>${words('partner.types.reward')}`).length - 1
  const { html } = await partner.open('/referral-program')
  expect(countRewards(html)).toBe(10)
  expect(html).toContain('href="/referral-program?page=2#history"')
  expect(html).toContain(words('partner.missing', { amount: '$5' }))
  const second = (await partner.open('/referral-program?page=2')).html
  expect(countRewards(second)).toBe(10)
  expect(countRewards((await partner.open('/referral-program?page=3')).html)).toBe(5)
  expect(second).toContain('rel="prev"')
  expect(countRewards((await partner.open('/referral-program?page=9')).html)).toBe(10)

  const withdrawal = { payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() }
  const tooEarly = await partner.open('/referral-program', withdrawal)
  expect(tooEarly.status).toBe(409)
  expect(tooEarly.html).toMatch(/role="alert"><p>[^<]*\$30/)
  expect(tooEarly.html).toContain('value="DE00 1234 5678"')

  settings['WITHDRAWALS_OPEN'] = '0'
  const closed = (await partner.open('/referral-program')).html
  expect(closed.slice(closed.indexOf('id="history"'))).toContain(words('api.withdrawalsClosed'))
  expect(closed).not.toContain(words('partner.missing', { amount: '$5' }))
})
