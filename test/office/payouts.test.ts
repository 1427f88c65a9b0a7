import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { api, ask, clock, openShop, orderOf, rows, settings } from '../support/small-shop.ts'
import { officePage, visitAs } from '../support/visit-office.ts'
import { createStripeServer } from '../payments/stripe-server.ts'

const page = '/admin/money/payouts?month=2026-11'
const file = '/admin/money/payouts/file?month=2026-11'
const russian = { headers: { 'Accept-Language': 'ru' } }
let server: ReturnType<typeof createStripeServer>

beforeEach(async () => {
  await openShop(5)
  const secrets = { secretKey: 'sk_test_shop', webhookSecret: 'whsec_shop' }
  const endpoint = 'https://backend.invalid/callbacks/payment/stripe'
  server = createStripeServer({ ...secrets, endpoint, now: () => clock.now })
  Object.assign(settings, {
    PAYMENT_PROVIDERS: 'stripe, test',
    STRIPE_SECRET_KEY: secrets.secretKey,
    STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
    STRIPE_CURRENCIES: 'USD',
  })
  const others = globalThis.fetch
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const isStripe = new URL(new Request(input).url).hostname === 'api.stripe.com'
    return isStripe ? server.fetch(input, init) : others(input, init)
  })
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => [network, log].forEach((each) => each.mockRestore()))
})

async function buy() {
  const started = await api().activation(orderOf())
  if (!started.ok) throw new Error(`The order was refused: ${started.error.code}`)
  const { invoiceID, paymentURL } = started.value.data
  const reference = paymentURL.split('/').at(-1) ?? ''
  server.account.pay(reference)
  return { invoiceID, reference }
}

async function deliverWebhooks(): Promise<void> {
  for (const request of await server.webhooks()) expect((await ask(request)).status).toBe(200)
}

/**
 * Pays out two charges, a refund, a dispute, a fee, a correction and a charge of another shop. One
 * more charge stays in the balance. The balance is in euros, at €0.80 for $1.
 */
async function payOut() {
  const { account } = server
  const first = await buy()
  const second = await buy()
  account.capture(first.reference)
  account.capture(second.reference)
  account.refund(first.reference, 250)
  account.move('refund', account.refunds[0]?.id ?? '', -200)
  account.move('dispute', account.dispute(second.reference).id, -1000, 1500)
  account.move('fee', null, -100)
  account.move('other_adjustment', null, 50)
  account.move('charge', 'ch_other_shop', 5000, 170)
  const payout = account.payOut('2026-11-25')
  await buy()
  await deliverWebhooks()
  return { payout, first, second }
}

const linesOf = (text: string) => text.trimEnd().split('\r\n').slice(1)

it('adds up the entries of a payout, and lists a charge that the shop does not know', async () => {
  const { payout, first } = await payOut()
  const text = await officePage('money', file)
  expect(text.split('\r\n')[0]).toBe(
    'Payout,Arrives,Status,Currency,Charges,Refunds,Disputes,Fees,Other,To the bank,Unknown',
  )
  expect(linesOf(text)).toEqual([
    `${payout},2026-11-25,paid,EUR,70.00,-2.00,-10.00,-18.78,0.50,39.72,1`,
  ])
  const shown = await officePage('money', page)
  for (const each of ['€39.72', '25.11.2026', 'ch_other_shop', 'Not in the shop'])
    expect(shown).toContain(each)
  expect(shown).toContain('in none of its payouts: $12.50.')
  const entries = await officePage('owner', `${page}&payout=${payout}`)
  expect(entries.split(`/admin/order?id=${first.invoiceID}`)).toHaveLength(3) // charge and refund
  expect(entries).toContain('ch_other_shop')
  // The charge with the id of a refund is another fact.
  await rows(`UPDATE payment_facts SET id = 'ch_other_shop' WHERE kind = 'refunded'`)
  expect(linesOf(await officePage('money', file))[0]).toMatch(/,2$/)
  expect(linesOf(await officePage('money', file.replace('11', '12')))).toEqual([])
})

it('shows no amounts of a manual payout and of one with more than 500 entries', async () => {
  const { account } = server
  const manual = account.payOut('2026-11-26', { automatic: false, status: 'in_transit' })
  for (let count = 0; count < 500; count += 1) account.move('charge', `ch_${count}`, 100)
  const long = account.payOut('2026-11-27')
  account.move('charge', 'ch_last', 100)
  account.payOut('2026-12-01')
  expect(linesOf(await officePage('money', file))).toEqual([
    `${long},2026-11-27,paid,EUR,,,,,,500.00,`,
    `${manual},2026-11-26,in_transit,EUR,,,,,,0.00,`,
  ])
  const shown = await officePage('money', page)
  for (const each of ['On its way', '2 payouts have no amounts', 'more than 500', 'isn’t known'])
    expect(shown).toContain(each)
})

it('shows 31 payouts a page', async () => {
  const payouts = Array.from({ length: 33 }, () => server.account.payOut('2026-11-25'))
  const [oldest = '', older = '', last = ''] = payouts
  const shown = await officePage('money', page)
  expect(shown).toContain(`month=2026-11&amp;after=${last}">Earlier payouts`)
  expect(shown).not.toContain(older)
  expect(linesOf(await officePage('money', `${file}&after=${last}`))).toHaveLength(2)
  const rest = await officePage('money', `${page}&after=${last}`)
  for (const each of [oldest, older, 'Newest payouts', 'isn’t known']) expect(rest).toContain(each)
})

it.each(['server-error', 'malformed-body', 'connection-lost'] as const)(
  'says that Stripe fails (%s), with a link to try again',
  async (fault) => {
    server.fault = fault
    const answer = await visitAs('money', page)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain('The payouts couldn’t be read: stripe doesn’t answer')
    expect(text).toContain(`class="button" href="${page}"`)
    const download = await visitAs('money', file)
    expect([download.status, download.headers.get('Location')]).toEqual([302, page])
  },
)

it('says which providers have no API for payouts', async () => {
  Object.assign(settings, {
    PAYMENT_PROVIDERS: 'yookassa',
    CURRENCIES: 'RUB',
    REWARD_PERCENT: '0',
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_secret_key',
    YOOKASSA_VAT_CODE: '1',
  })
  expect(await officePage('money', page)).toContain('yookassa doesn’t report payouts')
  expect(linesOf(await officePage('money', file))).toEqual([])
})

it('shows the payouts in Russian', async () => {
  await payOut()
  const text = (await officePage('money', page, russian)).replaceAll('\u00A0', ' ')
  for (const each of [
    'Выплаты в банк, ноябрь 2026',
    'Зачислена',
    '39,72 €',
    'Списания этого месяца, которых нет в его выплатах: 12,50 $.',
    'Списания и возвраты, о которых магазин не знает',
    'test не сообщает о выплатах через API.',
  ])
    expect(text).toContain(each)
  expect(await officePage('money', file, russian)).toContain(';70,00;-2,00;-10,00;-18,78;0,50;')
})

it('is for the roles that see money', async () => {
  expect(await officePage('money', '/admin/money')).toContain(`href="${page}"`)
  for (const path of ['/admin/money', page, file]) {
    expect((await visitAs('support', path)).status).toBe(403)
    const answer = await visitAs('owner', path)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
  }
})
