import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { correctAddress, redirectGift } from '../../src/orders/correct-address.ts'
import type { ActionResult } from '../../src/api/perform-action.ts'
import type { SupplierTopUp } from '../../src/supply/supplier.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { simulateSupplier } from '../fixtures/simulated-supplier.ts'
import type { SimulatedSupplier } from '../fixtures/simulated-supplier.ts'
import {
  advanceClock,
  api,
  bindings,
  clock,
  esimHash,
  invoiceOf,
  orderOf,
  pay,
  rows,
  signInPartner,
  supply,
  words,
  run,
  openShop,
  usd,
  mailsAbout,
} from '../support/small-shop.ts'
import { runBeforeBatch } from '../support/run-before-batch.ts'
import { passMinutes, runJobs } from '../support/scheduled-rounds.ts'
import { member, nextInput, staffContext } from '../support/staff.ts'

const offers: readonly SupplierTopUp[] = [
  {
    code: 'large',
    title: '5 GB',
    trafficMb: 5120,
    validityDays: 30,
    cost: usd(1000),
    minimumPrice: null,
  },
  {
    code: 'small',
    title: '1 GB',
    trafficMb: 1024,
    validityDays: 7,
    cost: usd(300),
    minimumPrice: usd(500),
  },
]
let acme: SimulatedSupplier
let hash: string

/**
 * Opens a shop that has sold an eSIM of the supplier. The faults and top-ups start after the sale.
 */
async function open(options: Parameters<typeof simulateSupplier>[1] = {}): Promise<void> {
  acme = simulateSupplier('acme', { topUps: offers })
  supply.createSuppliers = () => [acme]
  await run(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, cost_minor,
    cost_currency, seen_at) VALUES ('tr-sold-out', 'acme', 'tr', 1, 450, 'USD', '2026-11-21')`)
  await run(`INSERT INTO price_rules (currency, markup_hundredths, step, ending)
    VALUES ('USD', 4000, 100, 90)`)
  await runJobs()
  const started = await api().activation(orderOf('tr-sold-out'))
  if (!started.ok) throw new Error(`order failed: ${started.error.status}`)
  const { invoiceID } = started.value.data
  await pay(invoiceID, { amount: usd(900) })
  hash = await esimHash()
  acme = simulateSupplier('acme', { topUps: offers, ...options })
}

function wish(code = 'large', change: object = {}) {
  const { tariffID: _, ...order } = orderOf()
  return { ...order, topUp: { hash, code }, ...change }
}

async function startTopUp(...about: Parameters<typeof wish>): Promise<string> {
  const started = await api().activation(wish(...about))
  if (!started.ok) throw new Error(`order failed: ${started.error.code}`)
  return started.value.data.invoiceID
}

async function buy(code = 'large', change: object = {}): Promise<string> {
  await api().esimTopUps({ hash })
  const invoiceID = await startTopUp(code, change)
  const [order] = await rows<{ minor: number }>(
    `SELECT amount_minor AS minor FROM orders WHERE id = '${invoiceID}'`,
  )
  await pay(invoiceID, { amount: usd(order?.minor ?? 0) })
  return invoiceID
}

async function listOffers() {
  const answer = await api().esimTopUps({ hash })
  if (!answer.ok) throw new Error(`no top-ups: ${answer.error.code}`)
  return answer.value.data.topUps
}

async function codeIsShown(): Promise<boolean> {
  return (await api().esim({ hash })).ok
}

async function refusalOf(order: ReturnType<typeof wish>): Promise<string | undefined> {
  const answer = await api().activation(order)
  return answer.ok ? 'accepted' : (answer.error.code ?? undefined)
}

async function canTopUp(): Promise<boolean | undefined> {
  const answer = await api().esimInfo({ hash })
  return answer.ok ? answer.value.data.esim?.balance.canTopUp : undefined
}

/** Refunds the eSIM, but not its top-ups. */
async function refundPlan(): Promise<void> {
  const [plan] = await rows<{ id: string }>(
    `SELECT order_id AS id FROM esims WHERE esim_hash = '${hash}'`,
  )
  await pay(plan?.id ?? '', { kind: 'refunded', amount: usd(900) })
}

const topUpOrders = async () => rows(`SELECT status FROM purchases WHERE kind = 'top-up'`)

beforeEach(async () => {
  await openShop(1)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('the top-ups for an eSIM', () => {
  it('have prices by the price rules, the cheapest first, and not below the minimum', async () => {
    await open()
    expect(await listOffers()).toEqual([
      { code: 'small', trafficMb: 1024, validityDays: 7, prices: { USD: 590 } },
      { code: 'large', trafficMb: 5120, validityDays: 30, prices: { USD: 1490 } },
    ])
  })

  it('are announced on a plan only while a supplier delivers the plan', async () => {
    const readStated = async (id: string) => {
      const answer = await api().tariff({ id })
      return answer.ok ? answer.value.data.topUp : undefined
    }
    await run('UPDATE plans SET top_up = 1')
    expect(await readStated('tr-sold-out')).toBe(false)
    await open()
    expect(await readStated('tr-sold-out')).toBe(true)
    // The shop's own stock delivers this plan.
    expect(await readStated('tr-10')).toBe(false)
    supply.createSuppliers = () => []
    await runJobs()
    expect(await readStated('tr-sold-out')).toBe(false)
    await run('UPDATE plans SET top_up = NULL')
    expect(await readStated('tr-sold-out')).toBeNull()
  })

  it('are requested once in six hours, even by parallel visitors', async () => {
    await open()
    const calls = vi.spyOn(acme, 'topUps')
    await Promise.all([listOffers(), listOffers(), canTopUp()])
    advanceClock(6 * 3600 - 1)
    expect(await listOffers()).toHaveLength(2)
    expect(calls).toHaveBeenCalledTimes(1)
    advanceClock(1)
    await listOffers()
    expect(calls).toHaveBeenCalledTimes(2)
  })

  it('remain while the supplier fails, and are requested again a minute later', async () => {
    await open({ faults: ['cut-before'] })
    expect(await listOffers()).toEqual([])
    advanceClock(60)
    expect(await listOffers()).toHaveLength(2)
  })

  it('are not requested beyond the supplier’s rate limit', async () => {
    await open()
    const minute = clock.now.toISOString().slice(0, 16)
    await run(`UPDATE suppliers SET minute = '${minute}', calls = 5997`)
    expect(await listOffers()).toEqual([])
    advanceClock(60)
    expect(await listOffers()).toHaveLength(2)
  })

  it('exclude unreadable offers and duplicates', async () => {
    const [large, small] = offers
    if (!large || !small) throw new Error('There are no offers')
    await open({ topUps: [large, { ...small, trafficMb: -1 }, { ...large }] })
    expect((await listOffers()).map(({ code }) => code)).toEqual(['large'])
  })

  it('are offered on the balance page only while the supplier can sell', async () => {
    await open()
    expect(await canTopUp()).toBe(true)
    await run('UPDATE suppliers SET missing_minor = 1')
    expect([await canTopUp(), await listOffers()]).toEqual([false, []])
    await run('UPDATE suppliers SET missing_minor = NULL, is_on = 0')
    expect([await canTopUp(), await listOffers()]).toEqual([false, []])
  })

  it('are not offered for an eSIM from the shop’s own stock', async () => {
    await open()
    const started = await api().activation(orderOf('tr-10'))
    if (!started.ok) throw new Error('order failed')
    const { invoiceID } = started.value.data
    await pay(invoiceID)
    hash = (await invoiceOf(invoiceID)).hash ?? ''
    expect([await canTopUp(), await listOffers()]).toEqual([false, []])
  })

  it('are in the email about the last 20 %', async () => {
    await open()
    await api().esimUsageMails({ hash, isOn: true })
    await listOffers()
    await run('UPDATE esims SET data_used_mb = 10000')
    await run(`UPDATE esims SET valid_until = '2026-11-21T20:00:00.000Z'`)
    await passMinutes(1)
    expect((await mailsAbout('usage'))[0]?.body).toContain(`/esim-top-up?hash=${hash}`)
  })
})

describe('an order of a top-up', () => {
  it('adds data to the same eSIM', async () => {
    await open()
    const invoiceID = await buy()
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      hash,
      amount: usd(1490),
      lines: [{ status: 'issued', hash, topUp: { hash, trafficMb: 5120, validityDays: 30 } }],
    })
    const [esim] = await rows<{ iccid: string }>('SELECT iccid FROM esims')
    expect(acme.additions).toMatchObject([{ iccid: esim?.iccid }])
    expect(acme.purchases).toEqual([])
    expect(await rows('SELECT 1 FROM stock WHERE order_id IS NULL')).toHaveLength(1)
    const [mail, ...others] = await mailsAbout('top-up')
    expect(mail?.recipient).toBe('anna@example.com')
    expect(mail?.body).toContain(`/esim-operator-info?hash=${hash}`)
    expect(others).toEqual([])
    const [receipt, ...more] = await mailsAbout('receipt')
    expect(receipt?.body).toContain('Total: $14.90')
    expect(more).toEqual([])
    expect(await rows(`SELECT cost_minor FROM line_costs WHERE order_id = '${invoiceID}'`)).toEqual(
      [{ cost_minor: 440 }],
    )
  })

  it('requests the usage again at the next visit', async () => {
    await open()
    await api().esimInfo({ hash })
    const usage = vi.spyOn(acme, 'usage')
    await api().esimInfo({ hash })
    expect(usage).not.toHaveBeenCalled()
    await buy()
    await api().esimInfo({ hash })
    expect(usage).toHaveBeenCalledTimes(1)
  })

  it('is one order for any number of submissions, and rejects its idempotency key with other data', async () => {
    await open()
    await listOffers()
    const order = wish()
    const first = await api().activation(order)
    expect(await api().activation(order)).toEqual(first)
    expect(await refusalOf({ ...order, topUp: { hash, code: 'small' } })).toBe('key-reused')
  })

  it('is refused at a price other than the one that the form showed', async () => {
    await open()
    await listOffers()
    expect(await refusalOf(wish('large', { expectedAmount: usd(1489) }))).toBe('price-changed')
    expect(await refusalOf(wish('large', { expectedAmount: usd(1490) }))).toBe('accepted')
  })

  it('is refused for data that is not offered, and for unknown eSIMs', async () => {
    await open()
    await listOffers()
    expect(await refusalOf(wish('huge'))).toBe('out-of-stock')
    hash = secretID()
    expect(await refusalOf(wish())).toBe('not-found')
  })

  it('can be reduced by a promo code for the plan', async () => {
    await open()
    await listOffers()
    await run(`INSERT INTO promo_codes (code, percent_hundredths, plan_ids, created_at)
      VALUES ('MORE', 1000, '["tr-sold-out"]', '2026-11-01')`)
    const price = await api().orderPrice({ topUp: { hash, code: 'large' }, promocode: 'more' })
    expect(price).toMatchObject({ value: { data: { totals: { USD: 1341 } } } })
    const started = await api().activation(wish('large', { promocode: 'more' }))
    expect(started.ok && (await invoiceOf(started.value.data.invoiceID)).amount).toEqual(usd(1341))
    await run(`UPDATE promo_codes SET percent_hundredths = 9999`)
    // The supplier charges $10 for it.
    const least = await api().orderPrice({ topUp: { hash, code: 'large' }, promocode: 'more' })
    expect(least).toMatchObject({ value: { data: { totals: { USD: 1000 } } } })
  })

  it('keeps the use of its promo code when it is refunded after its delivery', async () => {
    await open()
    await run(`INSERT INTO promo_codes (code, percent_hundredths, customer_limit, created_at)
      VALUES ('ONCE', 1000, 1, '2026-11-01')`)
    const invoiceID = await buy('large', { promocode: 'once' })
    expect((await invoiceOf(invoiceID)).status).toBe('success')
    await pay(invoiceID, { kind: 'refunded', amount: usd(1341) })
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await api().activation(wish('large', { promocode: 'once' }))).toMatchObject({
      error: { fields: { promocode: [words('promo.used-by-customer')] } },
    })
  })

  it('is refunded too, not added, when its eSIM was refunded in the meantime', async () => {
    await open()
    await listOffers()
    const invoiceID = await startTopUp()
    const [plan] = await rows<{ id: string }>(`SELECT id FROM orders WHERE status = 'success'`)
    await pay(plan?.id ?? '', { kind: 'refunded', amount: usd(900) })
    expect(await refusalOf(wish())).toBe('refunded')
    await pay(invoiceID, { amount: usd(1490) })
    expect(acme.additions).toEqual([])
    expect((await invoiceOf(invoiceID)).refundBy).not.toBeNull()
    advanceClock(86_400)
    await runJobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })

  it('is refunded too, not added, when its profile went back before the refund failed', async () => {
    await open()
    await listOffers()
    const invoiceID = await startTopUp()
    const [plan] = await rows<{ id: string }>(`SELECT id FROM orders WHERE status = 'success'`)
    const back = { id: 'back', amount: usd(900) } as const
    await pay(plan?.id ?? '', { ...back, kind: 'refunded' })
    await passMinutes(2)
    expect(acme.cancelled.size).toBe(1)
    await pay(plan?.id ?? '', { ...back, kind: 'refund-failed' })
    await pay(invoiceID, { amount: usd(1490) })
    expect(acme.additions).toEqual([])
    expect((await invoiceOf(invoiceID)).refundBy).not.toBeNull()
  })
})

describe('a top-up whose eSIM is refunded', () => {
  it('is refunded too, not bought, even if its order is already stored', async () => {
    await open({ faultsOf: { order: ['rate-limit'] } })
    const invoiceID = await buy()
    expect(await topUpOrders()).toEqual([{ status: 'new' }])
    await refundPlan()
    await passMinutes(5)
    expect([acme.additions, await topUpOrders()]).toEqual([[], []])
    advanceClock(86_400)
    await runJobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })

  it('does not return the profile while the supplier may have added the top-up', async () => {
    await open({ faultsOf: { order: ['cut-after'], find: ['unseen', 'unseen', 'unseen'] } })
    const invoiceID = await buy()
    expect(await topUpOrders()).toEqual([{ status: 'sent' }])
    await refundPlan()
    await passMinutes(10)
    expect(acme.cancelled.size).toBe(0)
    expect((await invoiceOf(invoiceID)).status).toBe('success')
  })
})

/** Corrects the address of the eSIM's order. */
async function correct(): Promise<ActionResult> {
  const input = await nextInput(await soldOrder())
  return correctAddress(staffContext(), member('support'), { ...input, email: right })
}

/** Corrects the recipient of the eSIM, which is a gift. */
async function redirect(): Promise<ActionResult> {
  await run(`UPDATE order_lines SET recipient = 'ivan@example.com' WHERE kind = 'plan'`)
  const input = await nextInput(await soldOrder())
  const change = { ...input, position: 1, email: right }
  return redirectGift(staffContext(), member('support'), change)
}

const right = 'anna@right.example'

async function soldOrder(): Promise<string> {
  const [sold] = await rows<{ id: string }>('SELECT order_id AS id FROM esims')
  return sold?.id ?? ''
}

describe.each([
  ['an eSIM whose address is corrected', correct],
  ['a gift whose recipient is corrected', redirect],
])('a top-up of %s', (_, change) => {
  /** Corrects the address. Returns the new secret of the eSIM. */
  async function renew(): Promise<string> {
    expect(await change()).toMatchObject({ ok: true })
    const [renewed] = await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims')
    return renewed?.hash ?? ''
  }

  it('does not show the new link to the buyer of an earlier top-up', async () => {
    await open()
    const paid = await buy('small')
    const unpaid = await startTopUp()
    const renewed = await renew()
    expect(renewed).not.toBe(hash)
    const hidden = { hash: null, topUp: { hash: null } }
    expect(await invoiceOf(unpaid)).toMatchObject({ hash: null, lines: [hidden] })
    await pay(unpaid, { amount: usd(1490) })
    for (const id of [paid, unpaid])
      expect(await invoiceOf(id)).toMatchObject({
        status: 'success',
        hash: null,
        lines: [{ status: 'issued', ...hidden }],
      })
    const letters = await mailsAbout('top-up')
    expect(letters).toHaveLength(2)
    for (const { body } of letters) expect(body).not.toContain(renewed)
  })

  it('refuses a top-up with the earlier link while the link is renewed', async () => {
    await open()
    await api().esimTopUps({ hash })
    let batches = 0
    bindings.DB = runBeforeBatch(env.DB, async () => {
      batches += 1
      // The first batch counts the order, and the second inserts it.
      if (batches === 2) await renew()
    })
    const order = await api().activation(wish())
    expect(await rows(`SELECT 1 FROM esims WHERE esim_hash = '${hash}'`)).toEqual([])
    expect(order).toMatchObject({ error: { status: 404 } })
    expect(await rows('SELECT 1 FROM top_ups')).toEqual([])
  })

  it('keeps the top-ups that its supplier lists while the link is renewed', async () => {
    await open()
    const topUps = async () => {
      hash = await renew()
      return offers
    }
    supply.createSuppliers = () => [{ ...acme, topUps }]
    await api().esimTopUps({ hash })
    expect(await listOffers()).toHaveLength(2)
  })

  it('shows the new link to the buyer of a later top-up', async () => {
    await open()
    hash = await renew()
    advanceClock(1)
    expect(await invoiceOf(await buy())).toMatchObject({ hash, lines: [{ topUp: { hash } }] })
    expect((await mailsAbout('top-up'))[0]?.body).toContain(hash)
  })
})

describe('a top-up that the supplier refuses', () => {
  it('is announced by email, and finally refunded', async () => {
    await open({ faultsOf: { order: ['plan-gone'] } })
    const invoiceID = await buy()
    const order = await invoiceOf(invoiceID)
    expect(order).toMatchObject({ status: 'paid', hash: null, lines: [{ status: 'waiting' }] })
    expect(order.refundBy).not.toBeNull()
    expect(await mailsAbout('sold-out')).toHaveLength(1)
    // The supplier may use the same code for the plan, which must remain on sale.
    expect(await rows('SELECT 1 FROM plan_sources WHERE is_available = 1')).toHaveLength(1)
    advanceClock(86_400)
    await runJobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect((await mailsAbout('refund'))[0]?.body).not.toContain('can’t be used')
    expect([await codeIsShown(), acme.additions]).toEqual([true, []])
    expect(await mailsAbout('top-up')).toEqual([])
  })

  it('is added when the account is filled again', async () => {
    await open({ faultsOf: { order: ['out-of-balance'] } })
    const invoiceID = await buy()
    expect((await invoiceOf(invoiceID)).refundBy).not.toBeNull()
    await passMinutes(11)
    expect((await invoiceOf(invoiceID)).status).toBe('success')
    expect(acme.additions).toHaveLength(1)
  })
})

describe('a top-up without an answer', () => {
  it('is found, and not bought again', async () => {
    await open({ faultsOf: { order: ['cut-after'] } })
    const invoiceID = await buy()
    await passMinutes(2)
    expect((await invoiceOf(invoiceID)).status).toBe('success')
    expect(acme.additions).toHaveLength(1)
  })

  it('is held when it is not found', async () => {
    await open({ faultsOf: { order: ['cut-before'] } })
    const invoiceID = await buy()
    await passMinutes(30)
    expect((await invoiceOf(invoiceID)).status).toBe('paid')
    expect(await rows(`SELECT status FROM purchases WHERE kind = 'top-up'`)).toEqual([
      { status: 'held' },
    ])
    expect(
      await rows(`SELECT 1 FROM alerts WHERE kind = 'supplier-order-held' AND ended_at IS NULL`),
    ).toHaveLength(1)
    expect(acme.additions).toEqual([])
  })
})

it.each([
  ['refunded', 'refunded'],
  ['dispute-lost', 'lost'],
] as const)('shows the eSIM’s code after a top-up is %s', async (kind, status) => {
  await open()
  const invoiceID = await buy()
  await pay(invoiceID, { kind, amount: usd(1490) })
  expect((await invoiceOf(invoiceID)).status).toBe(status)
  expect(await codeIsShown()).toBe(true)
})

it('does not return the profile of a refunded plan with a top-up', async () => {
  await open()
  await buy()
  await refundPlan()
  await passMinutes(2)
  expect(acme.cancelled.size).toBe(0)
})

it('is not bought after its eSIM was returned during the step of another worker', async () => {
  await open({ faultsOf: { order: ['rate-limit'] } })
  const invoiceID = await buy()
  const find: SimulatedSupplier['find'] = async (key) => {
    supply.createSuppliers = () => [acme]
    await refundPlan()
    await runJobs()
    expect(acme.cancelled.size).toBe(1)
    return acme.find(key)
  }
  supply.createSuppliers = () => [{ ...acme, find }]
  await passMinutes(10)
  expect(acme.cancelled.size).toBe(1)
  expect([acme.additions, await topUpOrders()]).toEqual([[], []])
  expect((await invoiceOf(invoiceID)).refundBy).not.toBeNull()
})

it('books a reward for the partner of a top-up', async () => {
  await open()
  const session = await signInPartner()
  await run(`UPDATE partners SET code = 'partner'`)
  await buy('large', { referralCode: 'partner' })
  expect(await rows('SELECT type, amount_minor FROM partner_transactions')).toEqual([
    { type: 'reward', amount_minor: 149 },
  ])
  // A top-up is not an eSIM.
  expect(await api().referrer({}, { session })).toMatchObject({
    value: { data: { esimsPurchased: 0 } },
  })
})
