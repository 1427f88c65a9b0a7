import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import { searchCharges } from '../../src/orders/search-charges.ts'
import { createStripeProvider } from '../../src/payments/stripe.ts'
import { backendConfig } from '../../src/settings.ts'
import { runJobs } from '../support/scheduled-rounds.ts'
import {
  advanceClock,
  api,
  ask,
  clock,
  invoiceOf,
  orderOf,
  payments,
  rows,
  settings,
  withoutGuards,
  words,
  openShop,
} from '../support/small-shop.ts'
import { createStripeServer } from './stripe-server.ts'

const secrets = { secretKey: 'sk_test_shop', webhookSecret: 'whsec_shop' }
let server: ReturnType<typeof createServer>

beforeEach(async () => {
  await openShop(3)
  server = createServer()
  Object.assign(settings, {
    PAYMENT_PROVIDERS: 'stripe, test',
    STRIPE_SECRET_KEY: secrets.secretKey,
    STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
    STRIPE_CURRENCIES: 'USD',
  })
  const network = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (...call) => server.fetch(...call))
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => [network, log].forEach((each) => each.mockRestore()))
})

function createServer(changed: Partial<typeof secrets> = {}) {
  const endpoint = 'https://backend.invalid/callbacks/payment/stripe'
  return createStripeServer({ ...secrets, ...changed, endpoint, now: () => clock.now })
}

async function placeOrder(order = orderOf()): Promise<{ invoiceID: string; reference: string }> {
  const started = await api().activation(order)
  if (!started.ok) throw new Error(`The order was refused: ${started.error.code}`)
  const { invoiceID, paymentURL } = started.value.data
  return { invoiceID, reference: paymentURL.split('/').at(-1) ?? '' }
}

async function deliverWebhooks(): Promise<number[]> {
  const requests = await server.webhooks()
  const responses = await Promise.all(requests.map(async (request) => ask(request)))
  return responses.map(({ status }) => status)
}

async function buy(): Promise<{ invoiceID: string; reference: string }> {
  const placed = await placeOrder()
  server.account.pay(placed.reference)
  expect(new Set(await deliverWebhooks())).toEqual(new Set([200]))
  expect(await invoiceOf(placed.invoiceID)).toMatchObject({ status: 'success' })
  return placed
}

/** Does what `npm run shop -- reconcile` does. */
async function requestSearch(since: Date): Promise<void> {
  await rows(`INSERT OR REPLACE INTO state (name, value)
    VALUES ('charge-search', json_object('since', '${since.toISOString()}'))`)
}

async function openSearches(): Promise<readonly object[]> {
  const stored = await rows<{ value: string }>(
    `SELECT value FROM state WHERE name = 'charge-search'`,
  )
  return stored.map(({ value }) => JSON.parse(value) as object)
}

const mails = async () => rows<{ body: string }>("SELECT body FROM outbox WHERE purpose = 'esim'")
const readIssued = async () => rows('SELECT esim_hash FROM esims')

describe('a shop with Stripe', () => {
  it('sends the customer to Checkout, and issues and emails the eSIM after the webhook', async () => {
    const { invoiceID, reference } = await placeOrder()
    expect(reference).toMatch(/^cs_test_/)
    server.account.pay(reference)
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'processing', hash: null })
    await deliverWebhooks()
    const { status, hash } = await invoiceOf(invoiceID)
    expect(status).toBe('success')
    expect(await mails()).toEqual([{ body: expect.stringContaining(`hash=${hash}`) }])
  })

  it.each([
    { decision: 'won', status: 'success' },
    { decision: 'lost', status: 'lost' },
  ])('shows a dispute that is $decision', async ({ decision, status }) => {
    const { invoiceID, reference } = await buy()
    server.account.dispute(reference)
    await deliverWebhooks()
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'disputed' })
    server.account.decideDispute(reference, decision)
    await deliverWebhooks()
    expect(await invoiceOf(invoiceID)).toMatchObject({ status })
  })

  const warnings = () =>
    rows(`SELECT subject, detail, order_id FROM alerts
      WHERE kind = 'payment-warning' AND ended_at IS NULL`)

  it.each(['warning_closed', 'needs_response'])(
    'raises an alert with the deadline of an inquiry, until it is %s',
    async (status) => {
      const { invoiceID, reference } = await buy()
      server.account.dispute(reference, 'warning_needs_response')
      await deliverWebhooks()
      expect(await warnings()).toEqual([
        {
          subject: `stripe ${server.account.disputes[0]?.id}`,
          detail: storedDetail({
            code: 'warning',
            values: { kind: 'inquiry', until: '2026-11-28T10:00:00.000Z' },
          }),
          order_id: invoiceID,
        },
      ])
      server.account.decideDispute(reference, status)
      await deliverWebhooks()
      expect(await warnings()).toEqual([])
    },
  )

  it('raises an alert about an early fraud warning, until it needs no action', async () => {
    const { invoiceID, reference } = await buy()
    const { payment_intent } = server.account.findSession(reference) ?? {}
    const warn = async (actionable: boolean, isActionable: boolean | null = actionable) => {
      server.account.warnings.clear()
      if (isActionable !== null)
        server.account.warnings.set('issfr_1', { actionable: isActionable })
      const warning = { object: 'radar.early_fraud_warning', id: 'issfr_1', actionable }
      const event = { data: { object: { ...warning, payment_intent } } }
      const { status } = await ask(await server.signText(JSON.stringify(event)))
      expect(status).toBe(200)
    }
    await warn(true)
    expect(await warnings()).toMatchObject([{ subject: 'stripe issfr_1', order_id: invoiceID }])
    await warn(false)
    expect(await warnings()).toEqual([])
    // A repeated or late event has the state of an earlier time.
    await warn(true, false)
    expect(await warnings()).toEqual([])
    // The key may not read the warning.
    await warn(true, null)
    expect(await warnings()).toHaveLength(1)
  })

  it('does not start a second payable session after a timeout', async () => {
    payments.createProviders = (_, { now }) => [
      createStripeProvider(
        { ...secrets, currencies: ['USD'], timeoutMs: 20 },
        { fetch: server.fetch.bind(server), now },
      ),
    ]
    server.fault = 'timeout-after'
    const order = orderOf()
    expect(await api().activation(order)).toMatchObject({
      error: { message: words('api.paymentUnavailable') },
    })
    server.fault = null
    clock.now = new Date(clock.now.getTime() + 600_000)
    const { reference } = await placeOrder(order)
    const open = server.account.sessions.filter(server.account.isOpen)
    expect(open.map(({ id }) => id)).toEqual([reference])
  })

  describe('reads the fee of a charge', () => {
    const fees = () =>
      rows('SELECT kind, fee_minor AS minor, fee_currency AS currency FROM payment_facts')
    const unknown = { kind: 'charged', minor: null, currency: null }
    const known = { kind: 'charged', minor: 54, currency: 'EUR' }
    const feeCalls = () => server.calls['get /v1/charges/{charge}'] ?? 0

    async function nextLookUp(): Promise<void> {
      advanceClock(3600)
      await runJobs()
    }

    it('with the lookups until Stripe knows it, and then no more', async () => {
      const { reference } = await buy()
      await nextLookUp()
      expect(await fees()).toEqual([unknown])
      server.account.capture(reference)
      await nextLookUp()
      expect(await fees()).toEqual([known])
      const calls = feeCalls()
      await nextLookUp()
      expect(feeCalls()).toBe(calls)
    })

    it('again after a failure, without failing the lookup of a lost webhook', async () => {
      const { invoiceID, reference } = await placeOrder()
      server.account.pay(reference)
      server.account.capture(reference)
      server.account.mayReadFees = false
      await nextLookUp()
      expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
      expect(await fees()).toEqual([unknown])
      server.account.mayReadFees = true
      await nextLookUp()
      expect(await fees()).toEqual([known])
    })

    it('once in a run that fails, and for 35 days at most', async () => {
      for (let count = 0; count < 3; count += 1) server.account.capture((await buy()).reference)
      server.account.mayReadFees = false
      const before = feeCalls()
      await nextLookUp()
      // The calls of one batch are parallel.
      expect(feeCalls() - before).toBeLessThanOrEqual(3)
      advanceClock(35 * 86_400)
      const calls = feeCalls()
      await nextLookUp()
      expect(feeCalls()).toBe(calls)
    })

    it('but not of a refund that failed at the bank', async () => {
      const { reference } = await buy()
      server.account.capture(reference)
      server.account.refund(reference, 1250)
      const [refund] = server.account.refunds
      if (refund) server.account.settleRefund(refund, 'failed')
      await deliverWebhooks()
      await nextLookUp()
      expect(await rows('SELECT 1 FROM payment_facts')).toHaveLength(3)
      expect(feeCalls()).toBe(1)
    })
  })

  it('raises an alert when only lookups find payments, until a webhook arrives in time', async () => {
    server = createServer({ webhookSecret: 'whsec_rotated' })
    const openAlerts = () =>
      rows(`SELECT subject FROM alerts WHERE kind = 'webhooks-late' AND ended_at IS NULL`)
    await rows(`INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
      VALUES ('8910300000000000099', 'tr-10', 'rsp.example.com', 'LATE')`)
    for (const opened of [[], [], [{ subject: 'stripe' }]]) {
      const { invoiceID, reference } = await placeOrder()
      server.account.pay(reference)
      expect(new Set(await deliverWebhooks())).toEqual(new Set([400]))
      advanceClock(301)
      await runJobs()
      expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
      expect(await openAlerts()).toEqual(opened)
    }
    settings['STRIPE_WEBHOOK_SECRET'] = 'whsec_rotated'
    await buy()
    await runJobs()
    expect(await openAlerts()).toEqual([])
  })

  it('reports payments that a restored database lacks, and knows them after a search', async () => {
    const before = await buy()
    const backup = clock.now
    advanceClock(3600)
    const lost = await buy()
    // The restored database has no trace of the order.
    for (const table of ['esims', 'payment_facts', 'payments', 'order_lines', 'outbox'])
      await rows(`DELETE FROM ${table} WHERE order_id = '${lost.invoiceID}'`)
    await rows(`UPDATE stock SET order_id = NULL WHERE order_id = '${lost.invoiceID}'`)
    await withoutGuards([`DELETE FROM orders WHERE id = '${lost.invoiceID}'`])
    await requestSearch(backup)
    await runJobs()
    expect(await rows('SELECT subject, detail FROM alerts WHERE ended_at IS NULL')).toEqual([
      {
        subject: `stripe ${lost.reference}`,
        detail: expect.stringContaining('"minor":1250,"currency":"USD"'),
      },
    ])
    expect(await openSearches()).toEqual([])
    expect(await rows('SELECT order_id FROM payment_facts ORDER BY received_at')).toEqual([
      { order_id: before.invoiceID },
      { order_id: null },
    ])
  })

  it('does not deliver a frozen order whose payment a restored database lacks', async () => {
    const { invoiceID, reference } = await placeOrder()
    await rows(`UPDATE orders SET frozen_at = strftime('%Y-%m-%dT%H:%M:%fZ')
      WHERE status IN ('paid', 'processing', 'failed') AND frozen_at IS NULL`)
    server.account.pay(reference)
    await requestSearch(clock.now)
    await runJobs()
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'paid' })
    expect(await readIssued()).toEqual([])
    expect(await rows('SELECT 1 FROM stock WHERE order_id IS NOT NULL')).toEqual([])
  })

  it('continues a search for payments after Stripe has failed', async () => {
    const { invoiceID, reference } = await placeOrder()
    server.account.pay(reference)
    await requestSearch(clock.now)
    server.fault = 'server-error'
    await runJobs()
    expect(await openSearches()).toMatchObject([
      { provider: 'stripe', problem: expect.stringContaining('500') },
    ])
    server.fault = null
    await runJobs()
    expect(await openSearches()).toEqual([])
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
  })

  describe('a search for payments that meets a charge it cannot read', () => {
    const openAlerts = () =>
      rows(`SELECT subject, detail FROM alerts
        WHERE kind = 'reconciliation-difference' AND ended_at IS NULL`)

    /** Pays two orders whose webhooks are lost. Returns the charge of the newer payment. */
    async function payTwo() {
      const first = await placeOrder()
      server.account.pay(first.reference)
      const second = await placeOrder()
      server.account.pay(second.reference)
      const [charge] = server.account.charges
      if (!charge) throw new Error('nobody paid')
      await requestSearch(clock.now)
      return { first, second, charge }
    }

    it('skips it with an alert, and records the other charges', async () => {
      const { first, second, charge } = await payTwo()
      Object.assign(charge, { payment_intent: 17 })
      await runJobs()
      const problem = 'stripe: malformed charge'
      const values = { kind: 'charged', id: charge.id, problem } as const
      expect(await invoiceOf(first.invoiceID)).toMatchObject({ status: 'success' })
      expect(await openSearches()).toEqual([])
      expect(await openAlerts()).toEqual([
        {
          subject: `stripe ${charge.id}`,
          detail: storedDetail({ code: 'unread-fact', values }),
        },
      ])
      const alerted = await rows('SELECT id FROM alerts')
      await runJobs()
      expect(await rows('SELECT id FROM alerts')).toEqual(alerted)
      expect(await invoiceOf(second.invoiceID)).toMatchObject({ status: 'processing' })
    })

    it.each([
      ['amount', '12.50'],
      ['currency', 'u$d'],
    ])('skips it when its payment has an unexpected %s', async (field, value) => {
      const { first, charge } = await payTwo()
      Object.assign(charge, { [field]: value })
      await runJobs()
      expect(await invoiceOf(first.invoiceID)).toMatchObject({ status: 'success' })
      expect(await openSearches()).toEqual([])
      expect(await openAlerts()).toMatchObject([{ subject: `stripe ${charge.id}` }])
    })

    it('tries ten times while its lookup fails, and ends the alert when a search reads it', async () => {
      const { first, second, charge } = await payTwo()
      server.failsFor = charge.payment_intent
      for (let run = 1; run < 10; run += 1) {
        await runJobs()
        expect(await openSearches()).toMatchObject([{ failures: run }])
        expect(await openAlerts()).toEqual([])
      }
      expect(await invoiceOf(first.invoiceID)).toMatchObject({ status: 'success' })
      await runJobs()
      expect(await openSearches()).toEqual([])
      expect(await openAlerts()).toMatchObject([{ subject: `stripe ${charge.id}` }])
      server.failsFor = null
      await requestSearch(clock.now)
      await runJobs()
      expect(await invoiceOf(second.invoiceID)).toMatchObject({ status: 'success' })
      expect(await openAlerts()).toEqual([])
    })
  })

  it('searches again when the operator requests it during a search', async () => {
    const { invoiceID, reference } = await placeOrder()
    server.account.pay(reference)
    const paidAt = clock.now
    advanceClock(3600)
    await requestSearch(clock.now)
    let isRepeated = false
    const network: typeof fetch = async (...call) => {
      const response = await server.fetch(...call)
      if (!isRepeated) await requestSearch(paidAt)
      isRepeated = true
      return response
    }
    await searchCharges({
      db: env.DB,
      config: backendConfig(env),
      now: clock.now,
      providers: [
        createStripeProvider(
          { ...secrets, currencies: ['USD'] },
          { fetch: network, now: () => clock.now },
        ),
      ],
    })
    expect(isRepeated).toBe(true)
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
    expect(await openSearches()).toEqual([])
  })

  it('searches from the first page when the provider that it had reached was removed', async () => {
    const { invoiceID, reference } = await placeOrder()
    server.account.pay(reference)
    await requestSearch(clock.now)
    await rows(`UPDATE state SET value = json_set(value, '$.provider', 'yookassa', '$.cursor',
      '37a5c87d-3984') WHERE name = 'charge-search'`)
    await runJobs()
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
    expect(await openSearches()).toEqual([])
  })
})
