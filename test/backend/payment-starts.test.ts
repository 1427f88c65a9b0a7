import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import type {
  PaymentFact,
  PaymentOrder,
  PaymentProvider,
} from '../../src/payments/payment-provider.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { runJobs } from '../support/scheduled-rounds.ts'
import {
  advanceClock,
  api,
  clock,
  orderOf,
  pay,
  payments,
  placeOrder,
  rows,
  words,
  openShop,
  usd,
} from '../support/small-shop.ts'

beforeEach(async () => {
  await openShop(2)
  vi.spyOn(console, 'error').mockReturnValue()
})

type Change = (provider: PaymentProvider) => Partial<PaymentProvider>

/** Offers the test provider once for each change, with that change. */
function offer(...changes: readonly Change[]): void {
  payments.createProviders = (config, dependencies) =>
    changes.flatMap((change) =>
      paymentProviders(config, dependencies).map((provider) => ({
        ...provider,
        ...change(provider),
      })),
    )
}

async function fail(outcome: 'refused' | 'unknown', isTemporary = false): Promise<never> {
  throw new PaymentProviderError('acme', outcome, 'on purpose', { isTemporary })
}

function chargeOf(reference: string, invoiceID: string): PaymentFact {
  const amount = usd(1250)
  return { kind: 'charged', id: 'charge-1', reference, invoiceID, amount, at: clock.now }
}

const openPayments = () =>
  rows<{ provider: string; reference: string | null }>(
    'SELECT provider, reference FROM payments WHERE cancelled_at IS NULL ORDER BY provider',
  )

describe('starting a payment', () => {
  it('tries the next provider of the currency', async () => {
    offer(
      () => ({ id: 'euro', currencies: ['EUR'] }),
      () => ({ id: 'acme', start: async () => fail('refused') }),
      () => ({ id: 'next' }),
    )
    const invoiceID = await placeOrder()
    expect(await openPayments()).toMatchObject([{ provider: 'next' }])
    expect(await api().invoice({ invoiceID })).toMatchObject({
      value: { data: { status: 'processing' } },
    })
  })

  it('raises an alert after three failures in a row, which ends with the next payment', async () => {
    const openAlerts = () =>
      rows(`SELECT subject, detail FROM alerts
        WHERE kind = 'payments-not-started' AND ended_at IS NULL`)
    offer(
      () => ({ id: 'acme', start: async () => fail('refused') }),
      () => ({ id: 'next' }),
    )
    for (const _ of [1, 2]) await placeOrder()
    await runJobs()
    expect(await openAlerts()).toEqual([])
    await placeOrder()
    await runJobs()
    expect(await openAlerts()).toEqual([{ subject: 'acme', detail: 'on purpose: ×3' }])
    offer(() => ({ id: 'acme' }))
    await placeOrder()
    await runJobs()
    expect(await openAlerts()).toEqual([])
  })

  it('is refused when no provider can start it, and no invoice is left', async () => {
    offer(() => ({ start: async () => fail('refused') }))
    const order = orderOf()
    expect(await api().activation(order)).toMatchObject({
      error: { status: 503, message: words('api.paymentUnavailable') },
    })
    expect(await rows('SELECT 1 FROM orders')).toEqual([])
    offer(() => ({}))
    expect(await api().activation(order)).toMatchObject({ ok: true })
  })

  // Other tests may occupy the processor for a second, so the shortest of three waits counts.
  it(
    'does not wait longer than four seconds for providers that do not answer',
    { retry: 2 },
    async () => {
      const hang = async () => new Promise<never>(() => undefined)
      offer(
        () => ({ id: 'acme', start: hang }),
        () => ({ id: 'next' }),
      )
      const start = performance.now()
      expect((await api().activation(orderOf())).ok).toBe(true)
      expect(performance.now() - start).toBeLessThan(4000)
      offer(() => ({ id: 'acme', start: hang }))
      expect(await api().activation(orderOf())).toMatchObject({ error: { status: 503 } })
    },
  )

  it.each([
    ['hangs', () => new Promise<never>(() => undefined)],
    ['is one call too many', () => fail('refused', true)],
  ])('calls the provider again when the first call %s', async (_, firstCall) => {
    let calls = 0
    offer((provider) => ({
      start: async (order) => {
        calls += 1
        return calls === 1 ? firstCall() : provider.start(order)
      },
    }))
    expect(await api().activation(orderOf())).toMatchObject({ ok: true })
    expect(calls).toBe(2)
  })

  it('repeats a start whose outcome is unknown with the same order', async () => {
    const starts: PaymentOrder[] = []
    offer((provider) => ({
      start: async (order) => {
        starts.push(order)
        const started = await provider.start(order)
        return starts.length < 4 ? fail('unknown') : started
      },
    }))
    const order = orderOf()
    expect(await api().activation(order)).toMatchObject({ error: { status: 503 } })
    const [invoice] = await rows('SELECT id FROM orders')
    // Ten minutes before the order expires. A new attempt would get more time.
    advanceClock(23 * 3600 + 3000)
    expect(await api().activation(order)).toMatchObject({ ok: true })
    expect(await rows('SELECT id FROM orders')).toEqual([invoice])
    expect(starts).toHaveLength(4)
    expect(starts).toEqual(starts.map(() => starts[0]))
  })

  it('cancels a payment whose order a parallel request has deleted', async () => {
    const order = orderOf()
    const place = () => api().activation(order)
    const second = Promise.withResolvers<Awaited<ReturnType<typeof place>>>()
    const atProvider = Promise.withResolvers<null>()
    const isRefused = Promise.withResolvers<null>()
    let starts = 0
    let reference = ''
    offer((provider) => ({
      start: async (payment) => {
        starts += 1
        reference = payment.attemptID
        if (starts > 1) {
          const started = await provider.start(payment)
          atProvider.resolve(null)
          await isRefused.promise
          return started
        }
        second.resolve(place())
        await atProvider.promise
        return fail('refused')
      },
    }))
    const refusal = { error: { status: 503, code: 'payment-unavailable' } }
    expect(await place()).toMatchObject(refusal)
    isRefused.resolve(null)
    expect(await second.promise).toMatchObject(refusal)
    expect(
      await rows(`SELECT is_cancelled FROM test_bank_payments WHERE reference = '${reference}'`),
    ).toEqual([{ is_cancelled: 1 }])
    expect(await rows('SELECT 1 FROM orders')).toEqual([])
  })

  it('keeps the payment when a parallel start is refused', async () => {
    const order = orderOf()
    let starts = 0
    offer((provider) => ({
      start: async (payment) => {
        starts += 1
        if (starts > 1) return fail('refused')
        expect(await api().activation(order)).toMatchObject({ ok: false })
        return provider.start(payment)
      },
    }))
    expect(await api().activation(order)).toMatchObject({ ok: true })
    expect(await openPayments()).toHaveLength(1)
  })

  it('matches a fact that is reported before the payment is recorded', async () => {
    offer((provider) => ({
      start: async (order) => {
        await pay('none', { invoiceID: null, reference: order.attemptID })
        return provider.start(order)
      },
    }))
    const invoiceID = await placeOrder()
    expect(await api().invoice({ invoiceID })).toMatchObject({
      value: { data: { status: 'success' } },
    })
  })
})

describe('paying again', () => {
  it('opens another page after a decline, also from the form that placed the order', async () => {
    const form = orderOf()
    const placed = await api().activation(form)
    const { invoiceID = '', paymentURL = '' } = placed.ok ? placed.value.data : {}
    await pay(invoiceID, { kind: 'declined' })
    const again = await api().activation(form)
    expect(again).toMatchObject({ value: { data: { invoiceID } } })
    expect(again).not.toMatchObject({ value: { data: { paymentURL } } })
    expect(await openPayments()).toHaveLength(1)
  })

  it('is refused after a charge in another currency, and the order is on hold', async () => {
    const form = orderOf()
    const invoiceID = await placeOrder(form)
    await pay(invoiceID, { amount: { minor: 1250, currency: 'EUR' } })
    const refusal = { error: { status: 409, code: 'already-paid' } }
    expect(await api().invoicePayment({ invoiceID })).toMatchObject(refusal)
    expect(await api().activation(form)).toMatchObject(refusal)
    const invoice = { status: 'processing', isFrozen: true }
    expect(await api().invoice({ invoiceID })).toMatchObject({ value: { data: invoice } })
  })

  it('cancels the previous payment first', async () => {
    const calls: string[] = []
    offer((provider) => ({
      start: async (order) => {
        calls.push('start')
        return provider.start(order)
      },
      cancel: async (reference) => {
        calls.push('cancel')
        return provider.cancel(reference)
      },
    }))
    const invoiceID = await placeOrder()
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({ ok: true })
    expect(calls).toEqual(['start', 'cancel', 'start'])
    expect(await openPayments()).toHaveLength(1)
  })

  it('returns the open page while the provider cannot cancel it', async () => {
    const started = await api().activation(orderOf())
    if (!started.ok) throw new Error('The order was refused')
    const { invoiceID, paymentURL } = started.value.data
    offer(() => ({ cancel: async () => fail('unknown') }))
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({
      value: { data: { paymentURL } },
    })
    expect(await openPayments()).toHaveLength(1)
  })

  it('starts no second page while the provider does not report whether the first is paid', async () => {
    const form = orderOf()
    const invoiceID = await placeOrder(form)
    const refusal = { error: { status: 503, code: 'payment-unavailable' } }
    offer(() => ({ lookUp: async () => fail('unknown') }))
    expect(await api().invoicePayment({ invoiceID })).toMatchObject(refusal)
    expect(await api().activation(form)).toMatchObject(refusal)
    expect(await rows('SELECT 1 FROM payments')).toHaveLength(1)
    offer(() => ({}))
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({ ok: true })
    expect(await openPayments()).toHaveLength(1)
  })

  it('returns the open page of a provider that was removed', async () => {
    const placed = await api().activation(orderOf())
    const { invoiceID = '', paymentURL = '' } = placed.ok ? placed.value.data : {}
    offer(() => ({ id: 'other' }))
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({
      value: { data: { paymentURL } },
    })
  })

  it.each(['invoicePayment', 'activation'] as const)(
    'looks up a payment whose page has expired before %s starts another payment',
    async (operation) => {
      offer((provider) => ({
        start: async (order) => {
          const expiresAt = new Date(clock.now.getTime() + 3_600_000)
          return { ...(await provider.start(order)), expiresAt }
        },
      }))
      const form = orderOf()
      const invoiceID = await placeOrder(form)
      advanceClock(3600)
      offer(() => ({ lookUp: async (reference) => [chargeOf(reference, invoiceID)] }))
      const again =
        operation === 'activation' ? api().activation(form) : api().invoicePayment({ invoiceID })
      expect(await again).toMatchObject({ error: { status: 409, code: 'already-paid' } })
      expect(await rows('SELECT 1 FROM payments')).toHaveLength(1)
    },
  )

  it('finds a payment that was never reported, and starts no second payment', async () => {
    const invoiceID = await placeOrder()
    offer(() => ({ lookUp: async (reference) => [chargeOf(reference, invoiceID)] }))
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({
      error: { status: 409, message: words('api.alreadyPaid') },
    })
    expect(await api().invoice({ invoiceID })).toMatchObject({
      value: { data: { status: 'success' } },
    })
  })
})
