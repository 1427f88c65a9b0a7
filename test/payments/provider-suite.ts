import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { PaymentProviderError } from '../../src/backend/payments/payment-provider.ts'
import type {
  PaymentFact,
  PaymentOrder,
  StartedPayment,
} from '../../src/backend/payments/payment-provider.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import type { Fault, ProviderRig } from './provider-rig.ts'

const hour = 3_600_000

/**
 * The tests that every payment provider must pass. What its API lacks is skipped: the rig says so.
 */
export function testProvider(name: string, createRig: () => Promise<ProviderRig>): void {
  let rig: ProviderRig
  beforeEach(async () => {
    rig = await createRig()
    // Rejected and postponed webhooks are logged.
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
  })

  function orderOf(change: Partial<PaymentOrder> = {}): PaymentOrder {
    const { currency, clock } = rig
    return {
      invoiceID: secretID(),
      attemptID: secretID(),
      amount: { minor: 2150, currency },
      lines: [
        { title: 'Türkiye, 10 GB, 30 days', amount: { minor: 1250, currency } },
        { title: 'Кипр, 5 ГБ, 15 дней', amount: { minor: 900, currency } },
      ],
      email: 'anna@example.com',
      locale: 'en',
      successURL: 'https://shop.example/payment/success?invoiceID=1',
      failureURL: 'https://shop.example/payment/failed?invoiceID=1',
      expiresAt: new Date(clock.now.getTime() + 2 * hour),
      ...change,
    }
  }

  async function startPaid(): Promise<StartedPayment & { readonly order: PaymentOrder }> {
    const order = orderOf()
    const started = await rig.provider.start(order)
    await rig.customer.pay(started.reference)
    return { ...started, order }
  }

  async function receiveAll(requests: readonly Request[]): Promise<PaymentFact[]> {
    const facts: PaymentFact[] = []
    for (const request of requests) {
      const report = await rig.provider.receive(request)
      expect(report.response.status).toBeLessThan(300)
      facts.push(...report.facts)
    }
    return distinct(facts)
  }

  /** What the shop knows after every webhook so far, and what the provider says when asked. */
  async function factsOf(reference: string): Promise<PaymentFact[]> {
    const received = await receiveAll(await rig.webhooks())
    if (!rig.can.lookUp) return received
    return distinct(await rig.provider.lookUp(reference))
  }

  async function outcomeOf(call: Promise<unknown>): Promise<string> {
    return call.then(
      () => 'done',
      (error: unknown) => (error instanceof PaymentProviderError ? error.outcome : String(error)),
    )
  }

  describe(`${name}: starting a payment`, () => {
    it('returns a page, a reference and the time it ends', async () => {
      const order = orderOf()
      const started = await rig.provider.start(order)
      expect(new URL(started.url).protocol).toMatch(/^https?:$/)
      expect(started.reference.length).toBeGreaterThan(0)
      expect(started.expiresAt.getTime()).toBeGreaterThan(rig.clock.now.getTime())
      expect(rig.payablePages()).toBe(1)
    })

    it('starts one payment per attempt, however often it is called', async () => {
      const order = orderOf()
      const started = await rig.provider.start(order)
      rig.clock.now = new Date(rig.clock.now.getTime() + 90_000)
      expect(await rig.provider.start(order)).toEqual(started)
      expect(rig.payablePages()).toBe(1)
      const next = await rig.provider.start({ ...order, attemptID: secretID() })
      expect(next.reference).not.toBe(started.reference)
    })

    it.each(['en', 'ru'] as const)('accepts the locale %s', async (locale) => {
      expect(await rig.provider.start(orderOf({ locale }))).toHaveProperty('url')
    })

    it.each<[Fault, RegExp]>([
      ['timeout-before', /^unknown$/],
      ['timeout-after', /^unknown$/],
      ['connection-lost', /^unknown$/],
      ['server-error', /^unknown$/],
      ['malformed-body', /^unknown$/],
      ['too-many-requests', /^(refused|unknown)$/],
    ])('starts one payment after %s', async (fault, outcome) => {
      if (!rig.can.lookUp) return // a provider without an API has no calls that fail
      const order = orderOf()
      rig.fault = fault
      expect(await outcomeOf(rig.provider.start(order))).toMatch(outcome)
      expect(rig.payablePages()).toBeLessThanOrEqual(1)
      rig.fault = null
      const { reference } = await rig.provider.start(order)
      expect(rig.payablePages()).toBe(1)
      await rig.customer.pay(reference)
      expect(await factsOf(reference)).toHaveLength(1)
    })
  })

  describe(`${name}: facts`, () => {
    it('reports the charge with the amount, the invoice and the reference', async () => {
      const { order, reference } = await startPaid()
      const charged = {
        kind: 'charged',
        reference,
        invoiceID: order.invoiceID,
        amount: order.amount,
      }
      expect(await receiveAll(await rig.webhooks())).toEqual([expect.objectContaining(charged)])
    })

    it('finds a charge whose webhook never came', async () => {
      if (!rig.can.lookUp) return
      const { order, reference } = await startPaid()
      const [charged, ...others] = await rig.provider.lookUp(reference)
      expect(others).toEqual([])
      expect(charged).toMatchObject({ kind: 'charged', amount: order.amount })
      expect(await receiveAll(await rig.webhooks())).toEqual([charged])
    })

    it('reports the same fact for a repeated webhook', async () => {
      await startPaid()
      const webhooks = await rig.webhooks()
      const copies = webhooks.map((request) => request.clone())
      expect(await receiveAll(copies)).toEqual(await receiveAll(webhooks))
    })

    it('reports a decline and no charge, and the charge of the next try', async () => {
      const order = orderOf()
      const { reference } = await rig.provider.start(order)
      await rig.customer.decline(reference)
      expect((await factsOf(reference)).map(({ kind }) => kind)).toEqual(['declined'])
      const next = await rig.provider.start({ ...order, attemptID: secretID() })
      await rig.customer.pay(next.reference)
      expect((await factsOf(next.reference)).map(({ kind }) => kind)).toContain('charged')
    })

    it('reports what was charged, not what was ordered', async () => {
      const { reference } = await rig.provider.start(orderOf())
      const amount = { minor: 700, currency: 'EUR' }
      await rig.customer.pay(reference, amount)
      expect(await factsOf(reference)).toEqual([
        expect.objectContaining({ kind: 'charged', amount }),
      ])
    })

    it('reports the same facts when webhooks arrive in reverse', async () => {
      const { operator } = rig
      const { order, reference } = await startPaid()
      if (operator) await operator.refund(reference, { ...order.amount, minor: 150 })
      const webhooks = (await rig.webhooks()).toReversed()
      const facts = await receiveAll(webhooks)
      const kinds = operator ? ['charged', 'refunded'] : ['charged']
      expect(facts.map(({ kind }) => kind).toSorted()).toEqual(kinds)
    })

    it('rejects forged webhooks', async () => {
      await startPaid()
      const forgeries = Object.entries(await rig.forgeries())
      expect(forgeries.length).toBeGreaterThan(0)
      for (const [reason, request] of forgeries) {
        const { facts, response } = await rig.provider.receive(request)
        expect(facts, reason).toEqual([])
        expect(response.status, reason).toBeGreaterThanOrEqual(400)
        expect(response.status, reason).toBeLessThan(500)
      }
    })

    it.each<Fault>(['timeout-before', 'server-error', 'malformed-body', 'too-many-requests'])(
      'asks for the webhook again after %s',
      async (fault) => {
        if (!rig.can.lookUp) return
        await startPaid()
        const webhooks = await rig.webhooks()
        const copies = webhooks.map((request) => request.clone())
        rig.fault = fault
        for (const request of copies) {
          const { facts, response } = await rig.provider.receive(request)
          expect(facts).toEqual([])
          expect(response.status).toBeGreaterThanOrEqual(500)
        }
        rig.fault = null
        expect(await receiveAll(webhooks)).toHaveLength(1)
      },
    )

    it('throws for a payment the provider does not know', async () => {
      if (!rig.can.lookUp) return
      expect(await outcomeOf(rig.provider.lookUp('no-such-payment'))).toBe('refused')
    })
  })

  describe(`${name}: refunds`, () => {
    it('refunds a part, and then the rest', async () => {
      if (!rig.can.refund) return
      const { order, reference } = await startPaid()
      const part = { ...order.amount, minor: 900 }
      const rest = { ...order.amount, minor: 1250 }
      const fact = await rig.provider.refund(reference, part, 'refund-1')
      const invoiceID = order.invoiceID
      expect(fact).toMatchObject({ kind: 'refunded', reference, invoiceID, amount: part })
      await rig.provider.refund(reference, rest, 'refund-2')
      expect(refundedSum(await factsOf(reference))).toBe(order.amount.minor)
    })

    it('refunds once per key', async () => {
      if (!rig.can.refund) return
      const { order, reference } = await startPaid()
      const part = { ...order.amount, minor: 900 }
      const first = await rig.provider.refund(reference, part, 'refund-1')
      // Most providers forget their own idempotency keys after a day.
      rig.clock.now = new Date(rig.clock.now.getTime() + 50 * hour)
      expect(await rig.provider.refund(reference, part, 'refund-1')).toEqual(first)
      expect(refundedSum(await factsOf(reference))).toBe(900)
    })

    it.each<Fault>(['timeout-after', 'timeout-before', 'server-error', 'malformed-body'])(
      'refunds once after %s',
      async (fault) => {
        if (!rig.can.refund) return
        const { order, reference } = await startPaid()
        rig.fault = fault
        const call = async () => rig.provider.refund(reference, order.amount, 'refund-1')
        expect(await outcomeOf(call())).toBe('unknown')
        rig.fault = null
        expect(await call()).toMatchObject({ kind: 'refunded', amount: order.amount })
        expect(refundedSum(await factsOf(reference))).toBe(order.amount.minor)
      },
    )

    it('refuses more than was charged, and what nobody has paid', async () => {
      if (!rig.can.refund) return
      const { order, reference } = await startPaid()
      const tooMuch = { ...order.amount, minor: order.amount.minor + 1 }
      expect(await outcomeOf(rig.provider.refund(reference, tooMuch, 'refund-1'))).toBe('refused')
      const unpaid = await rig.provider.start(orderOf())
      const refund = rig.provider.refund(unpaid.reference, order.amount, 'refund-2')
      expect(await outcomeOf(refund)).toBe('refused')
    })

    it('reports a refund made in the dashboard', async () => {
      const { operator } = rig
      if (!operator) return
      const { order, reference } = await startPaid()
      await receiveAll(await rig.webhooks())
      await operator.refund(reference, order.amount)
      const reported = await receiveAll(await rig.webhooks())
      const refunds = reported.filter(({ kind }) => kind === 'refunded')
      expect(refunds).toEqual([
        expect.objectContaining({ reference, invoiceID: order.invoiceID, amount: order.amount }),
      ])
    })
  })

  describe(`${name}: disputes`, () => {
    it.each(['won', 'lost'] as const)('reports a dispute that is %s', async (outcome) => {
      const { bank } = rig
      if (!bank) return
      const { order, reference } = await startPaid()
      await bank.dispute(reference)
      const opened = await factsOf(reference)
      expect(opened.map(({ kind }) => kind).toSorted()).toEqual(['charged', 'disputed'])
      await bank.decide(reference, outcome)
      const [fact] = (await factsOf(reference)).filter(({ kind }) => kind === `dispute-${outcome}`)
      const { id } = opened.find(({ kind }) => kind === 'disputed') ?? {}
      expect(fact).toMatchObject({ id, reference, amount: order.amount })
    })
  })

  describe(`${name}: cancelling`, () => {
    it('closes the page, and does nothing the second time', async () => {
      if (!rig.can.cancel) return
      const { reference } = await rig.provider.start(orderOf())
      await rig.provider.cancel(reference)
      expect(rig.payablePages()).toBe(0)
      await rig.provider.cancel(reference)
      expect(await factsOf(reference)).toEqual([])
    })

    it('leaves a paid payment as it is', async () => {
      const { reference } = await startPaid()
      await rig.provider.cancel(reference)
      expect((await factsOf(reference)).map(({ kind }) => kind)).toEqual(['charged'])
    })

    it('says that it does not know whether the page is closed', async () => {
      if (!rig.can.cancel) return
      const { reference } = await rig.provider.start(orderOf())
      rig.fault = 'timeout-after'
      expect(await outcomeOf(rig.provider.cancel(reference))).toBe('unknown')
      rig.fault = null
      await rig.provider.cancel(reference)
      expect(rig.payablePages()).toBe(0)
    })
  })
}

/** The ledger stores a fact once per kind and id. */
function distinct(facts: readonly PaymentFact[]): PaymentFact[] {
  return [...new Map(facts.map((fact) => [`${fact.kind} ${fact.id}`, fact])).values()]
}

function refundedSum(facts: readonly PaymentFact[]): number {
  const refunds = facts.filter(({ kind }) => kind === 'refunded')
  return refunds.reduce((sum, { amount }) => sum + amount.minor, 0)
}
