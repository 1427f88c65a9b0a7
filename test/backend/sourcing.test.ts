import { beforeEach, describe, expect, it, vi } from 'vitest'
import { decideSupplierOrder } from '../../src/purchases/decide-supplier-order.ts'
import type { SupplierDecision } from '../../src/purchases/decide-supplier-order.ts'
import { freezeOrder, unfreezeOrder } from '../../src/orders/order-actions.ts'
import { reissueEsim } from '../../src/orders/replace-line.ts'
import { refundOrder } from '../../src/orders/refund-actions.ts'
import { sourceOrders } from '../../src/purchases/source-orders.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { SupplierError } from '../../src/supply/supplier.ts'
import type { Supplier } from '../../src/supply/supplier.ts'
import { simulatedSecret, simulateSupplier } from '../fixtures/simulated-supplier.ts'
import type { SimulatedSupplier } from '../fixtures/simulated-supplier.ts'
import type { SimulatedFault } from '../fixtures/supplier-faults.ts'
import {
  advanceClock,
  api,
  ask,
  clock,
  orderOf,
  pay,
  placeOrder,
  rows,
  settings,
  shopBindings,
  supply,
  openShop,
  run,
  numbersTo,
  usd,
  statusOf,
} from '../support/small-shop.ts'
import { passMinutes, runJobs } from '../support/scheduled-rounds.ts'
import { assign, linesAt } from '../support/refunds.ts'
import { member, nextInput, staffContext, openAlerts } from '../support/staff.ts'
import { sql } from '../../src/kit/sql.ts'

/** Opens the shop with suppliers that all sell both plans, in order of priority. */
async function open(...suppliers: readonly Supplier[]): Promise<void> {
  supply.createSuppliers = () => suppliers
  const ids = JSON.stringify(suppliers.map(({ id }) => id))
  await run(sql`INSERT INTO plan_sources
      (plan_id, supplier, plan_code, priority, cost_minor, cost_currency, seen_at)
    SELECT plans.id, value, value || '-' || plans.id, key + 1, 450, 'USD', '2026-11-21'
    FROM plans, json_each(${ids})`)
  await runJobs()
}

function supplierWith(...faults: readonly (SimulatedFault | null)[]): SimulatedSupplier {
  // The first call is the job's request for the balance when the shop opens.
  return simulateSupplier('acme', { faults: [null, ...faults] })
}

async function buy(tariffID = 'tr-sold-out'): Promise<string> {
  const started = await api().activation(orderOf(tariffID))
  if (!started.ok) throw new Error(`order failed: ${started.error.status}`)
  const { invoiceID } = started.value.data
  const amount = { minor: tariffID === 'tr-10' ? 1250 : 900, currency: 'USD' }
  expect((await pay(invoiceID, { amount })).status).toBe(200)
  return invoiceID
}

const orders = async () =>
  rows('SELECT supplier, status FROM purchases ORDER BY created_at, supplier')
const listedPlans = async () =>
  (
    await rows<{ id: string }>('SELECT DISTINCT plan_id AS id FROM placements WHERE in_stock = 1')
  ).map(({ id }) => id)

beforeEach(async () => {
  await openShop(1)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('a paid plan of a supplier', () => {
  it('is delivered with the payment', async () => {
    const acme = supplierWith()
    await open(acme)
    const invoiceID = await buy()
    expect(await statusOf(invoiceID)).toBe('success')
    const order = await api().invoice({ invoiceID })
    const esim = await api().esim({ hash: (order.ok && order.value.data.hash) || '' })
    expect(esim).toMatchObject({
      value: { data: { iccid: acme.purchases[0]?.profile.iccid, isSample: false } },
    })
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'esim'`)).toHaveLength(1)
    expect(await rows('SELECT status, cost_minor, reference FROM purchases')).toEqual([
      // The cost in the catalogue is 450.
      { status: 'done', cost_minor: 440, reference: 'acme-1' },
    ])
  })

  it('raises an alert when it cost more than its price, and makes a sync due', async () => {
    const acme = supplierWith()
    const dear: Supplier['order'] = async (...input) => {
      const order = await acme.order(...input)
      return order.status === 'accepted' ? { ...order, cost: usd(901) } : order
    }
    await open({ ...acme, order: dear })
    await run(`UPDATE suppliers SET sync_at = '2027-01-01'`)
    await buy()
    expect(await rows('SELECT sync_at FROM suppliers')).toEqual([
      { sync_at: clock.now.toISOString() },
    ])
    await run('UPDATE suppliers SET sync_at = NULL')
    await passMinutes(1)
    expect(await openAlerts()).toContain('sale-below-cost')
    advanceClock(86_400)
    await passMinutes(1)
    expect(await openAlerts()).not.toContain('sale-below-cost')
  })

  it('comes from stock while the shop has stock', async () => {
    const acme = supplierWith()
    await open(acme)
    expect(await statusOf(await buy('tr-10'))).toBe('success')
    expect(acme.purchases).toEqual([])
    expect(await statusOf(await buy('tr-10'))).toBe('success')
    expect(acme.purchases).toHaveLength(1)
  })

  it('comes from the cheapest supplier in the base currency, and last from a supplier of unknown cost', async () => {
    const [dollars, euros, unknown] = ['dollars', 'euros', 'a-unknown'].map((id) =>
      simulateSupplier(id, {}),
    )
    if (!dollars || !euros || !unknown) throw new Error('three suppliers')
    await open(unknown, euros, dollars)
    await run(
      `INSERT INTO exchange_rates (from_currency, from_minor, to_currency, to_minor, since)
      VALUES ('EUR', 100, 'USD', 120, '2026-11-01T00:00:00.000Z')`,
      'UPDATE plan_sources SET priority = 1',
      `UPDATE plan_sources SET cost_minor = NULL, cost_currency = NULL
      WHERE supplier = 'a-unknown'`,
      // 4.80 dollars.
      `UPDATE plan_sources SET cost_minor = 400, cost_currency = 'EUR' WHERE supplier = 'euros'`,
    )
    await buy()
    expect(await orders()).toEqual([{ supplier: 'dollars', status: 'done' }])
    await run(`UPDATE plan_sources SET cost_minor = 481 WHERE supplier = 'dollars'`)
    await buy()
    expect(euros.purchases).toHaveLength(1)
    expect(unknown.purchases).toHaveLength(0)
  })

  it('comes from the supplier when stock has a lower priority', async () => {
    const acme = supplierWith(null, null, 'plan-gone')
    await open(acme)
    await run(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
      VALUES ('tr-10', 'stock', '', 9, '2026-11-21')`)
    expect(await statusOf(await buy('tr-10'))).toBe('success')
    expect(acme.purchases).toHaveLength(1)
    // The second order is refused, so only stock is left.
    expect(await statusOf(await buy('tr-10'))).toBe('success')
    expect(acme.purchases).toHaveLength(1)
    expect(await rows('SELECT 1 FROM stock WHERE order_id IS NULL')).toEqual([])
  })

  it('is not bought twice, before the payment, or before its date', async () => {
    const acme = supplierWith()
    await open(acme)
    const invoiceID = await placeOrder()
    await run('DELETE FROM stock')
    await passMinutes(2)
    expect(acme.purchases).toEqual([])
    await run(`UPDATE order_lines SET deliver_on = '2026-11-22'`)
    await Promise.all([pay(invoiceID), pay(invoiceID)])
    expect(acme.purchases).toEqual([])
    advanceClock(86_400)
    await Promise.all([runJobs(), runJobs(), statusOf(invoiceID), statusOf(invoiceID)])
    expect(acme.purchases).toHaveLength(1)
    expect(await statusOf(invoiceID)).toBe('success')
  })

  it('is fetched later while the supplier prepares it, and immediately after a webhook', async () => {
    const acme = supplierWith(null, 'preparing')
    await open(acme)
    const invoiceID = await buy()
    expect(await statusOf(invoiceID)).toBe('paid')
    const report = {
      method: 'POST',
      headers: { Authorization: simulatedSecret },
      body: JSON.stringify({ references: ['acme-1'] }),
    }
    await ask(new Request('https://backend.invalid/callbacks/supplier/acme', report))
    expect(await statusOf(invoiceID)).toBe('success')
    expect(acme.purchases).toHaveLength(1)
  })
})

describe('an accepted order that has no profile', () => {
  async function buyWith(...fetch: readonly (SimulatedFault & ('preparing' | 'server-error'))[]) {
    const acme = simulateSupplier('acme', { faultsOf: { order: [], find: [], fetch } })
    await open(acme)
    return { acme, invoiceID: await buy() }
  }
  async function waitHours(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour += 1) {
      advanceClock(3600)
      await runJobs()
    }
  }

  it.each(['preparing', 'server-error'] as const)(
    'is held, but the shop still tries to fetch it (%s)',
    async (fault) => {
      const { acme, invoiceID } = await buyWith(...Array.from({ length: 12 }, () => fault))
      await waitHours(9)
      expect(await orders()).toMatchObject([{ status: 'accepted' }])
      await waitHours(1)
      await passMinutes(1)
      expect(await orders()).toMatchObject([{ status: 'held' }])
      expect(await openAlerts()).toContain('supplier-order-held')
      await waitHours(1)
      expect(await orders()).toMatchObject([{ status: 'held' }])
      await waitHours(2)
      expect(await statusOf(invoiceID)).toBe('success')
      expect(acme.purchases).toHaveLength(1)
      expect(await openAlerts()).not.toContain('supplier-order-held')
    },
  )
})

describe('a profile that no phone can install', () => {
  it.each([
    ['iccid', '8910'],
    ['activationCode', 'LPA:1$rsp.example/$A'],
    ['activationCode', 'LPA:1$rsp.example$A$$1'],
  ])(
    'is not stored, and its order is held until the profile is valid (%s)',
    async (field, value) => {
      const acme = supplierWith()
      let isWrong = true
      const fetch: Supplier['fetch'] = async (reference) => {
        const profile = await acme.fetch(reference)
        return isWrong && profile !== null ? { ...profile, [field]: value } : profile
      }
      await open({ ...acme, fetch })
      const invoiceID = await buy()
      await passMinutes(1)
      expect(await orders()).toMatchObject([{ status: 'held' }])
      expect(await openAlerts()).toContain('supplier-order-held')
      expect(await rows(`SELECT 1 FROM stock WHERE plan_id = 'tr-sold-out'`)).toEqual([])
      isWrong = false
      advanceClock(3600)
      await passMinutes(1)
      expect(await statusOf(invoiceID)).toBe('success')
      expect(acme.purchases).toHaveLength(1)
    },
  )
})

describe('a profile whose ICCID or code the shop has sold before', () => {
  const iccid = '8943108170010000000'

  async function hashOf(invoiceID: string): Promise<string> {
    const order = await api().invoice({ invoiceID })
    return (order.ok && order.value.data.hash) || ''
  }

  async function esimOf(invoiceID: string) {
    const answer = await api().esimInfo({ hash: await hashOf(invoiceID) })
    return answer.ok ? answer.value.data.esim : null
  }

  /** Opens a shop whose supplier gives each profile this ICCID, and these other fields. */
  async function openWith(fields: object, usedMb = 0) {
    const acme = supplierWith()
    const fetch: Supplier['fetch'] = async (reference) => {
      const profile = await acme.fetch(reference)
      return profile && 'iccid' in profile ? { ...profile, iccid, ...fields } : profile
    }
    const usage = vi.fn<Supplier['usage']>(async ([id = '']) => {
      const measuredAt = clock.now
      const validUntil = new Date(measuredAt.getTime() + 86_400_000)
      return [
        {
          iccid: id,
          state: 'active',
          dataUsedMb: usedMb,
          dataLimitMb: 1024,
          validUntil,
          measuredAt,
        },
      ]
    })
    await open({ ...acme, fetch, usage })
    return { acme, usage }
  }

  it('delivers a reused ICCID, and keeps its usage from the earlier page', async () => {
    const { usage } = await openWith({}, 300)
    const first = await buy()
    await run(`UPDATE esims SET supplier_state = 'expired', first_used_at = purchased_at,
        valid_until = purchased_at, data_used_mb = 7`)
    const second = await buy()
    expect([await statusOf(first), await statusOf(second)]).toEqual(['success', 'success'])
    expect(await esimOf(second)).toMatchObject({ iccid, balance: { dataUsedMb: 300 } })
    usage.mockClear()
    advanceClock(3600)
    expect(await esimOf(first)).toMatchObject({ iccid, balance: { dataUsedMb: 7 } })
    expect(usage).not.toHaveBeenCalled()
    const third = await buy()
    expect(await statusOf(third)).toBe('paid')
    await run(`UPDATE esims SET supplier_state = 'expired' WHERE iccid = '${iccid}'`)
    advanceClock(3600)
    await passMinutes(1)
    expect(await statusOf(third)).toBe('success')
    const stored = await rows<{ iccid: string }>(
      `SELECT iccid FROM stock WHERE plan_id = 'tr-sold-out' ORDER BY iccid`,
    )
    expect(stored.map((row) => row.iccid)).toEqual([iccid, `${iccid}/1`, `${iccid}/2`])
  })

  it('does not deliver the ICCID of an eSIM that is installed and has not started', async () => {
    await openWith({})
    const first = await buy()
    await run(`UPDATE esims SET supplier_state = 'installed', valid_until = NULL`)
    const second = await buy()
    expect(await statusOf(second)).toBe('paid')
    expect(await esimOf(first)).toMatchObject({ iccid })
    expect(await rows('SELECT iccid FROM esims')).toEqual([{ iccid }])
  })

  it('holds the same code, which the supplier returned for two orders', async () => {
    await openWith({ activationCode: 'LPA:1$rsp.example.com$SAME' })
    await buy()
    const second = await buy()
    expect(await statusOf(second)).toBe('paid')
    expect(await openAlerts()).not.toContain('supplier-order-held')
    await passMinutes(1)
    expect(await openAlerts()).toContain('supplier-order-held')
  })

  it('delivers the samples of a sandbox, which share their code, and marks them', async () => {
    const { acme } = await openWith({})
    supply.createSuppliers = () => [
      {
        ...acme,
        fetch: async (reference) => {
          const profile = await acme.fetch(reference)
          const code = { activationCode: 'LPA:1$lpa.airalo.com$TEST', isTest: true }
          return profile && 'iccid' in profile ? { ...profile, ...code } : profile
        },
      },
    ]
    const bought = [await buy(), await buy()]
    for (const invoiceID of bought) {
      expect(await statusOf(invoiceID)).toBe('success')
      const esim = await api().esim({ hash: await hashOf(invoiceID) })
      expect(esim).toMatchObject({ value: { data: { isSample: true, matchingId: 'TEST' } } })
    }
  })
})

describe('an order whose response is lost', () => {
  it.each(['cut-after', 'late'] as const)('is found by its key (%s)', async (fault) => {
    const acme = supplierWith(fault)
    await open(acme)
    const paid = buy()
    await vi.waitFor(() => expect(acme.purchases).toHaveLength(1))
    acme.answerLate()
    const invoiceID = await paid
    await passMinutes(6)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(acme.purchases).toHaveLength(1)
  })

  it('is held when the supplier does not find it, and is never repeated', async () => {
    const acme = supplierWith('cut-before')
    await open(acme)
    const invoiceID = await buy()
    await passMinutes(20)
    expect(await orders()).toMatchObject([{ status: 'held' }])
    expect(await openAlerts()).toContain('supplier-order-held')
    expect(acme.purchases).toEqual([])
    expect(await statusOf(invoiceID)).toBe('paid')
    advanceClock(3600)
    await passMinutes(1)
    expect(acme.purchases).toEqual([])
  })

  it('is found after it was held', async () => {
    const unseen = Array.from({ length: 5 }, () => 'unseen' as const)
    const acme = simulateSupplier('acme', { faults: ['cut-after', ...unseen] })
    await open({ ...acme, balance: async () => null })
    const invoiceID = await buy()
    await passMinutes(20)
    expect(await openAlerts()).toContain('supplier-order-held')
    advanceClock(3600)
    await passMinutes(1)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(acme.purchases).toHaveLength(1)
    expect(await openAlerts()).not.toContain('supplier-order-held')
  })

  it('is sent again with its key to a supplier that treats it as the same order', async () => {
    const acme = simulateSupplier('acme', {
      faults: [null, 'cut-after', 'unseen'],
      isOrderIdempotent: true,
    })
    await open(acme)
    const invoiceID = await buy()
    await passMinutes(3)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(acme.purchases).toHaveLength(1)
  })

  it('is held when the supplier does not find it and refuses it repeatedly', async () => {
    const refusals = Array.from({ length: 9 }, () => 'out-of-balance' as const)
    const acme = simulateSupplier('acme', {
      faultsOf: { order: ['server-error', ...refusals], find: [], fetch: [] },
      isOrderIdempotent: true,
    })
    await open(acme)
    await buy()
    await passMinutes(20)
    expect(await orders()).toMatchObject([{ status: 'held' }])
    expect(await openAlerts()).toContain('supplier-order-held')
    expect(acme.purchases).toEqual([])
  })
})

describe('a supplier that refuses', () => {
  it.each(['plan-gone', 'out-of-stock', 'out-of-balance', 'invalid'] as const)(
    'is replaced by the next source (%s)',
    async (reason) => {
      const first = supplierWith(reason)
      const second = simulateSupplier('second', { prefix: '8920' })
      await open(first, second)
      expect(await statusOf(await buy())).toBe('success')
      expect([first.purchases.length, second.purchases.length]).toEqual([0, 1])
      expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'sold-out'`)).toEqual([])
    },
  )

  it('causes an alert, an email and an automatic refund when it is the only source', async () => {
    await open(supplierWith('out-of-stock'))
    const invoiceID = await buy()
    await runJobs()
    expect(await openAlerts()).toContain('sold-out-after-payment')
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'sold-out'`)).toHaveLength(1)
    const plan = await api().tariff({ id: 'tr-sold-out' })
    expect(plan).toMatchObject({ value: { data: { inStock: false } } })
    advanceClock(25 * 3600)
    await runJobs()
    expect(await statusOf(invoiceID)).toBe('refunded')
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'refund'`)).toHaveLength(1)
  })

  it('sells nothing while its account is empty, and delivers once it is filled', async () => {
    const acme = simulateSupplier('acme', { faults: ['out-of-balance'] })
    let minor = 10
    await open({ ...acme, balance: async () => usd(minor) })
    expect(await openAlerts()).toEqual(['supplier-low-balance'])
    expect(await rows(`SELECT detail FROM alerts WHERE kind = 'supplier-low-balance'`)).toEqual([
      { detail: '{"code":"amount","values":{"minor":10,"currency":"USD"}}' },
    ])
    const invoiceID = await buy()
    expect(await statusOf(invoiceID)).toBe('paid')
    expect(await openAlerts()).toContain('supplier-out-of-balance')
    expect(await api().activation(orderOf('tr-sold-out'))).toMatchObject({ error: { status: 409 } })
    await passMinutes(11)
    expect(acme.purchases).toEqual([])
    minor = 50_000
    await passMinutes(12)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(await openAlerts()).toEqual([])
  })

  it('sells nothing while its key is refused, and delivers once the key is right', async () => {
    const refused = Array.from({ length: 20 }, () => 'key-refused' as const)
    const acme = simulateSupplier('acme', { faultsOf: { order: refused } })
    let isRevoked = false
    await open({
      ...acme,
      async balance() {
        if (isRevoked)
          throw new SupplierError('acme', 'not-executed', 'wrong key', { isKeyRefused: true })
        return acme.balance()
      },
      async find(key) {
        if (isRevoked)
          throw new SupplierError('acme', 'not-executed', 'wrong key', { isKeyRefused: true })
        return acme.find(key)
      },
    })
    isRevoked = true
    const invoiceID = await buy()
    expect(await openAlerts()).toEqual([])
    await passMinutes(1)
    expect(await openAlerts()).toEqual(['supplier-key-refused'])
    const plan = await api().tariff({ id: 'tr-sold-out' })
    expect(plan).toMatchObject({ value: { data: { inStock: false } } })
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'sold-out'`)).toEqual([])
    await passMinutes(60)
    isRevoked = false
    acme.recover()
    await passMinutes(2)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(await openAlerts()).toEqual([])
    expect(await listedPlans()).toContain('tr-sold-out')
  })

  describe('the key only for the balance', () => {
    const refuse = async (): Promise<never> => {
      throw new SupplierError('acme', 'not-executed', 'no scope', { isKeyRefused: true })
    }
    const alertsOf = async (kind: string) =>
      rows(`SELECT detail, ended_at FROM alerts WHERE kind = '${kind}'`)

    it.each([true, false])('stays on sale with an alert (finds orders: %s)', async (canFind) => {
      const acme = simulateSupplier('acme', { canFindOrders: canFind })
      await open({ ...acme, balance: refuse })
      expect(await statusOf(await buy())).toBe('success')
      await passMinutes(11)
      expect(await openAlerts()).toEqual(['supplier-balance-refused'])
      expect(await alertsOf('supplier-key-refused')).toEqual([])
      expect(await alertsOf('supplier-balance-refused')).toEqual([
        { detail: 'acme: no scope', ended_at: null },
      ])
      supply.createSuppliers = () => [acme]
      await passMinutes(11)
      expect(await openAlerts()).toEqual([])
    })

    it('raises no alert when the operator wants no warnings about balances', async () => {
      settings['SUPPLIER_LOW_BALANCE'] = '0'
      await open({ ...simulateSupplier('acme'), balance: refuse })
      expect(await openAlerts()).toEqual([])
    })

    it('stays as it was while the other call fails for another reason', async () => {
      const acme = simulateSupplier('acme')
      const find = async (): Promise<never> => {
        throw new SupplierError('acme', 'unknown', 'timeout')
      }
      await open({ ...acme, balance: refuse, find })
      expect(await openAlerts()).toEqual([])
      supply.createSuppliers = () => [{ ...acme, balance: refuse, find: refuse }]
      await passMinutes(11)
      expect(await openAlerts()).toEqual(['supplier-key-refused'])
      supply.createSuppliers = () => [{ ...acme, balance: refuse, find }]
      await passMinutes(5)
      expect(await openAlerts()).toEqual(['supplier-key-refused'])
      supply.createSuppliers = () => [{ ...acme, balance: refuse }]
      await passMinutes(2)
      expect(await openAlerts()).toEqual(['supplier-balance-refused'])
      expect(await listedPlans()).toContain('tr-sold-out')
    })
  })

  it('stays on sale when it refuses the key of a single call', async () => {
    const acme = simulateSupplier('acme', { faultsOf: { order: ['key-refused'] } })
    await open(acme)
    const invoiceID = await buy()
    await passMinutes(2)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(await rows(`SELECT 1 FROM alerts WHERE kind = 'supplier-key-refused'`)).toEqual([])
  })

  it.each([
    ['out-of-stock', true],
    ['plan-gone', false],
  ] as const)('raises an alert, and sells the plan again if it can (%s)', async (reason, is) => {
    await open(supplierWith(reason))
    await buy()
    await runJobs()
    expect(await listedPlans()).not.toContain('tr-sold-out')
    expect(
      await rows(`SELECT subject, detail FROM alerts WHERE kind = 'supplier-plan-refused'`),
    ).toEqual([{ subject: 'acme', detail: `acme-tr-sold-out ${reason}` }])
    advanceClock(6 * 3600)
    await runJobs()
    expect((await listedPlans()).includes('tr-sold-out')).toBe(is)
    advanceClock(19 * 3600)
    await runJobs()
    expect(await openAlerts()).not.toContain('supplier-plan-refused')
  })

  it('has its plans refreshed by the scheduled job, page by page', async () => {
    const acme = simulateSupplier('acme', { faults: ['out-of-balance'] })
    await open({ ...acme, balance: async () => usd(10) })
    // More codes than a page has, sorted between the codes of the two plans.
    await run(sql`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
      SELECT 'tr-10', 'acme', 'acme-tr-15-' || value, 9, '2026-11-21' FROM ${numbersTo(450)}`)
    await run('DELETE FROM stock')
    await buy('tr-10')
    expect(await listedPlans()).toContain('tr-sold-out')
    expect(await rows('SELECT refreshed_to, missing_minor FROM suppliers')).toEqual([
      { refreshed_to: '', missing_minor: 450 },
    ])
    await runJobs()
    expect(await listedPlans()).toEqual([])
    expect(await rows('SELECT refreshed_to FROM suppliers')).toEqual([{ refreshed_to: null }])
  })

  it('has its plans refreshed only when its account becomes empty or is filled', async () => {
    await open(supplierWith())
    expect(await listedPlans()).toContain('tr-sold-out')
    // A refresh of the supplier's plans would undo this change.
    await run(`UPDATE placements SET in_stock = 0 WHERE plan_id = 'tr-sold-out'`)
    await passMinutes(11)
    const asked = await rows(`SELECT 1 FROM suppliers WHERE balance_at > '2026-11-21T10:05'`)
    expect(asked).toHaveLength(1)
    expect(await listedPlans()).not.toContain('tr-sold-out')
  })

  it('is replaced by the next source when it cannot be reached', async () => {
    const first = supplierWith(...Array.from({ length: 9 }, () => 'rate-limit' as const))
    const second = simulateSupplier('second', { prefix: '8920' })
    await open(first, second)
    const invoiceID = await buy()
    await passMinutes(12)
    expect(await statusOf(invoiceID)).toBe('success')
    expect([first.purchases.length, second.purchases.length]).toEqual([0, 1])
  })
})

describe('limits', () => {
  it('respect the supplier’s rate limit', async () => {
    const acme = simulateSupplier('acme', { callsPerMinute: 7 })
    await open(acme)
    // The balance is one call, and each order may take three calls.
    for (let count = 0; count < 4; count += 1) await buy()
    expect(acme.purchases).toHaveLength(2)
    await passMinutes(1)
    expect(acme.purchases).toHaveLength(4)
  })

  it('count in the later minute when the clock of a worker is behind', async () => {
    const acme = simulateSupplier('acme', { callsPerMinute: 4 })
    await open(acme)
    await buy()
    const earlier = clock.now
    advanceClock(60)
    await buy()
    const [counted] = await rows('SELECT minute, calls FROM suppliers')
    await sourceOrders({ ...staffContext(), now: earlier, suppliers: [acme] })
    expect(await rows('SELECT minute, calls FROM suppliers')).toEqual([counted])
  })

  it('do not lose the check of the balance in a busy minute', async () => {
    const acme = simulateSupplier('acme', { callsPerMinute: 3 })
    await open(acme)
    await run('UPDATE suppliers SET balance_at = NULL, calls = 3')
    await runJobs()
    expect(await rows('SELECT balance_at FROM suppliers')).toEqual([{ balance_at: null }])
    await passMinutes(1)
    expect(await rows('SELECT balance_at FROM suppliers')).toEqual([
      { balance_at: clock.now.toISOString() },
    ])
  })

  it('give each job of a long round the present time', async () => {
    const acme = supplierWith()
    await open(acme)
    const start = clock.now
    const balance = async () => {
      advanceClock(400)
      return acme.balance()
    }
    await run('UPDATE suppliers SET balance_at = NULL, sync_at = NULL')
    supply.createSuppliers = () => [{ ...acme, balance }]
    await run(sql`INSERT INTO plan_sources
      (plan_id, supplier, plan_code, priority, is_available, back_at, seen_at)
      VALUES ('tr-10', 'acme', 'paused', 9, 0, ${new Date(start.getTime() + 300_000)}, '')`)
    await runScheduledJobs(shopBindings(), start, {
      suppliers: (...settled) => supply.createSuppliers(...settled),
      clock: () => clock.now,
    })
    expect(await rows(`SELECT is_available FROM plan_sources WHERE plan_code = 'paused'`)).toEqual([
      { is_available: 1 },
    ])
  })

  it('count the steps of one worker when several find the same order', async () => {
    const acme = simulateSupplier('acme')
    await open(acme)
    supply.createSuppliers = () => []
    await buy()
    advanceClock(60)
    const context = { ...staffContext(), suppliers: [acme] }
    await Promise.all(Array.from({ length: 10 }, async () => sourceOrders(context)))
    expect(acme.purchases).toHaveLength(1)
    expect(await rows('SELECT calls FROM suppliers')).toEqual([{ calls: 3 }])
  })

  it('buys from other suppliers while many orders wait for a busy supplier', async () => {
    const busy = simulateSupplier('acme', { callsPerMinute: 4 })
    const other = simulateSupplier('second', { prefix: '8920' })
    await open(busy, other)
    await run(`UPDATE plan_sources
      SET is_available = supplier = iif(plan_id = 'tr-10', 'second', 'acme')`)
    await run(`DELETE FROM stock`)
    for (let count = 0; count < 8; count += 1) await buy()
    expect(await statusOf(await buy('tr-10'))).toBe('success')
    expect(other.purchases).toHaveLength(1)
    expect(busy.purchases.length).toBeLessThan(3)
  })

  it('buys for an order while 20 older ones cannot be delivered after a partial refund', async () => {
    const acme = supplierWith()
    await open(acme)
    supply.createSuppliers = () => []
    for (let count = 0; count < 20; count += 1)
      await pay(await buy(), { kind: 'refunded', amount: usd(1) })
    advanceClock(60)
    const invoiceID = await buy()
    supply.createSuppliers = () => [acme]
    await passMinutes(2)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(acme.purchases).toHaveLength(1)
  })

  it('sends no order when the worker may end before the supplier’s answer', async () => {
    const acme = supplierWith('rate-limit')
    const find = async (key: string) => {
      advanceClock(15)
      return acme.find(key)
    }
    await open({ ...acme, find })
    const invoiceID = await buy()
    advanceClock(31)
    await statusOf(invoiceID)
    expect(acme.purchases).toEqual([])
    expect(await orders()).toEqual([{ supplier: 'acme', status: 'new' }])
    await passMinutes(2)
    expect(acme.purchases).toHaveLength(1)
    expect(await statusOf(invoiceID)).toBe('success')
  })

  it('fetches a profile later when the order took a long time', async () => {
    const acme = supplierWith()
    const order = async (key: string, planCode: string) => {
      advanceClock(15)
      return acme.order(key, planCode)
    }
    await open({ ...acme, order })
    const invoiceID = await buy()
    expect(await orders()).toEqual([{ supplier: 'acme', status: 'accepted' }])
    await passMinutes(1)
    expect(await statusOf(invoiceID)).toBe('success')
  })

  it('buys nothing from a supplier that is switched off', async () => {
    const acme = supplierWith('rate-limit')
    await open(acme)
    await buy()
    supply.createSuppliers = () => []
    await passMinutes(1)
    expect(await orders()).toEqual([])
    expect(await openAlerts()).toContain('sold-out-after-payment')
  })
})

describe('an order that staff freeze while the answer of its supplier is lost', () => {
  async function loseAnswer(acme: SimulatedSupplier, ...others: readonly Supplier[]) {
    await open(acme, ...others)
    const paid = buy()
    await vi.waitFor(() => expect(acme.purchases).toHaveLength(1))
    const invoiceID = await paid
    await freeze(invoiceID, freezeOrder)
    await passMinutes(3)
    return invoiceID
  }
  async function freeze(invoiceID: string, action: typeof freezeOrder): Promise<void> {
    const input = { ...(await nextInput(invoiceID)), reason: 'a stolen card?' }
    expect(await action(staffContext(), member(), input)).toMatchObject({ ok: true })
  }

  it('gets this profile later, and no second one from another supplier', async () => {
    const acme = supplierWith('cut-after')
    const globex = simulateSupplier('globex', {})
    const invoiceID = await loseAnswer(acme, globex)
    await rows(
      `INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
      VALUES ('tr-sold-out', 'stock', 'tr-sold-out', 9, '2026-11-21')`,
    )
    await freeze(invoiceID, unfreezeOrder)
    await passMinutes(2)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(globex.purchases).toEqual([])
    expect(await rows(`SELECT iccid FROM esims`)).toEqual([
      { iccid: acme.purchases[0]?.profile.iccid },
    ])
  })

  it('has its unsold profile returned before customers could not install it any more', async () => {
    const acme = supplierWith('cut-after')
    await loseAnswer(acme)
    expect(await orders()).toMatchObject([{ status: 'done' }])
    advanceClock(8 * 86_400)
    await passMinutes(2)
    expect([...acme.cancelled]).toEqual([acme.purchases[0]?.profile.iccid])
    expect(await orders()).toMatchObject([{ status: 'returned' }])
    expect(
      await rows(`SELECT 1 FROM purchases
        WHERE julianday(returned_at) - julianday(ended_at) BETWEEN 7.9 AND 8.1`),
    ).toHaveLength(1)
    expect(await openAlerts()).not.toContain('profile-unused')
  })

  it('has an alert when its supplier does not take the unsold profile back', async () => {
    const acme = simulateSupplier('acme', { faultsOf: { order: ['cut-after'], cancel: ['kept'] } })
    const invoiceID = await loseAnswer(acme)
    expect(await openAlerts()).not.toContain('profile-unused')
    advanceClock(8 * 86_400)
    await passMinutes(2)
    expect(
      await rows(
        `SELECT detail, order_id FROM alerts WHERE kind = 'profile-unused' AND ended_at IS NULL`,
      ),
    ).toEqual([
      { detail: `acme-tr-sold-out: ${acme.purchases[0]?.profile.iccid}`, order_id: invoiceID },
    ])
    advanceClock(8 * 86_400)
    await passMinutes(1)
    expect(await openAlerts()).not.toContain('profile-unused')
  })
})

describe('a refunded order', () => {
  async function refundBeforeProfile(acme: SimulatedSupplier): Promise<void> {
    await open(acme)
    const invoiceID = await buy()
    await pay(invoiceID, { kind: 'refunded', amount: usd(900) })
    await passMinutes(2)
    expect(await statusOf(invoiceID)).toBe('refunded')
  }
  const lateProfiles = async () =>
    rows<{ sell_by: string }>(`SELECT order_id, withdrawn_at IS NULL AS is_for_sale, sell_by
      FROM stock WHERE plan_id = 'tr-sold-out'`)

  it('returns a late profile to its supplier, and never sells it', async () => {
    const acme = supplierWith(null, 'preparing')
    await refundBeforeProfile(acme)
    expect([...acme.cancelled]).toEqual([acme.purchases[0]?.profile.iccid])
    expect(await orders()).toMatchObject([{ status: 'returned' }])
    expect(await lateProfiles()).toMatchObject([{ order_id: null, is_for_sale: 0 }])
  })

  it('returns the late profile of a line that was refunded in the dashboard', async () => {
    const acme = simulateSupplier('acme', { faultsOf: { fetch: ['preparing', 'preparing'] } })
    await open(acme)
    const { tariffID, ...order } = orderOf('tr-10')
    const lines = [{ tariffID }, { tariffID: 'tr-sold-out' }]
    const placed = await api().activation({ ...order, lines })
    const invoiceID = placed.ok ? placed.value.data.invoiceID : ''
    await pay(invoiceID, { amount: usd(2150) })
    await pay(invoiceID, { kind: 'refunded', amount: usd(900) })
    await assign(invoiceID, linesAt(2))
    await passMinutes(1)
    expect(await statusOf(invoiceID)).toBe('success')
    advanceClock(3600)
    await passMinutes(2)
    expect(await orders()).toMatchObject([{ status: 'returned' }])
    expect(await lateProfiles()).toMatchObject([{ order_id: null, is_for_sale: 0 }])
  })

  it('sells a late profile for a week if the supplier does not accept its return', async () => {
    const acme = simulateSupplier('acme', {
      faultsOf: { fetch: ['preparing'], cancel: ['kept'], order: [null, 'plan-gone'] },
    })
    await refundBeforeProfile(acme)
    expect(await orders()).toMatchObject([{ status: 'done' }])
    const [late] = await lateProfiles()
    expect(late).toMatchObject({ order_id: null, is_for_sale: 1 })
    const days = (Date.parse(late?.sell_by ?? '') - clock.now.getTime()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    await run(`UPDATE plan_sources SET is_available = 0`)
    advanceClock(8 * 86_400)
    await passMinutes(1)
    expect(await lateProfiles()).toMatchObject([{ is_for_sale: 0 }])
    expect(await listedPlans()).not.toContain('tr-sold-out')
  })

  it('sells a late profile while customers have the promised days to install it', async () => {
    const acme = simulateSupplier('acme', { faultsOf: { fetch: ['preparing'], cancel: ['kept'] } })
    await open(acme)
    await run('UPDATE plan_sources SET activation_days = 180')
    const invoiceID = await buy()
    await pay(invoiceID, { kind: 'refunded', amount: usd(900) })
    await passMinutes(2)
    const [late] = await lateProfiles()
    const days = (Date.parse(late?.sell_by ?? '') - clock.now.getTime()) / 86_400_000
    expect(Math.round(days)).toBe(180 - 90)
  })

  it('never sells a late profile whose return may have taken effect', async () => {
    const acme = simulateSupplier('acme', {
      faultsOf: { fetch: ['preparing'], cancel: ['cut-after'] },
    })
    await refundBeforeProfile(acme)
    expect(acme.cancelled.size).toBe(1)
    expect(await orders()).toMatchObject([{ status: 'done' }])
    expect(await lateProfiles()).toMatchObject([{ is_for_sale: 0 }])
  })

  it('returns an unused profile to its supplier, once', async () => {
    const acme = supplierWith()
    await open(acme)
    const invoiceID = await buy()
    await pay(invoiceID, { kind: 'refunded', amount: usd(900) })
    await passMinutes(2)
    expect([...acme.cancelled]).toEqual([acme.purchases[0]?.profile.iccid])
    expect(await orders()).toMatchObject([{ status: 'returned' }])
  })

  it.each([
    ['the bank returns its refund', 'refunded', 'refund-failed'],
    ['its lost dispute is won', 'dispute-lost', 'dispute-won'],
  ] as const)(
    'raises an alert about its returned profile when %s, until staff replace it',
    async (_, loss, gain) => {
      const acme = supplierWith()
      await open(acme)
      const invoiceID = await buy()
      const amount = usd(900)
      await pay(invoiceID, { kind: loss, id: 'same', amount })
      await passMinutes(2)
      expect(await orders()).toMatchObject([{ status: 'returned' }])
      expect(await openAlerts()).toEqual([])
      await pay(invoiceID, { kind: gain, id: 'same', amount })
      await passMinutes(1)
      expect(await statusOf(invoiceID)).toBe('success')
      const isRefund = loss === 'refunded'
      expect(await openAlerts()).toEqual([
        'profile-returned',
        ...(isRefund ? ['refund-refused'] : []),
      ])
      const context = { ...staffContext(), suppliers: [acme] }
      const input = { ...(await nextInput(invoiceID)), position: 1, reason: 'it was returned' }
      expect(await reissueEsim(context, member(), input)).toMatchObject({ ok: true })
      expect(await openAlerts()).not.toContain('profile-returned')
    },
  )

  it.each(['arrives', 'is lost'])(
    'raises an alert when the bank returns a refund before the answer about its profile %s',
    async (answer) => {
      const faults = answer === 'is lost' ? ['cut-after' as const] : []
      const acme = simulateSupplier('acme', { faultsOf: { cancel: faults } })
      const amount = usd(900)
      let invoiceID = ''
      const cancel = async (iccid: string) =>
        acme.cancel(iccid).finally(async () => {
          await pay(invoiceID, { kind: 'refund-failed', id: 'returned', amount })
        })
      await open({ ...acme, cancel })
      invoiceID = await buy()
      await pay(invoiceID, { kind: 'refunded', id: 'returned', amount })
      await passMinutes(3)
      expect(await orders()).toMatchObject([{ status: 'returned' }])
      expect(await openAlerts()).toEqual(['profile-returned', 'refund-refused'])
    },
  )

  it('returns the profile of one refunded line when its refund is made', async () => {
    const acme = supplierWith()
    await open(acme)
    const { tariffID, ...order } = orderOf('tr-sold-out')
    const placed = await api().activation({ ...order, lines: [{ tariffID }, { tariffID }] })
    const invoiceID = placed.ok ? placed.value.data.invoiceID : ''
    await pay(invoiceID, { amount: usd(1800) })
    const refund = { scope: { kind: 'lines', positions: [2] }, reason: 'a complaint' } as const
    const commandContext = { ...staffContext(), providers: [] }
    await refundOrder(commandContext, member(), { ...(await nextInput(invoiceID)), ...refund })
    await passMinutes(1)
    expect([...acme.cancelled]).toEqual([])
    await passMinutes(2)
    const [second] = await rows<{ iccid: string }>(
      'SELECT iccid FROM esims WHERE line_position = 2',
    )
    expect([...acme.cancelled]).toEqual([second?.iccid])
    expect(await statusOf(invoiceID)).toBe('success')
  })

  it('tries the return again when the purchase took many tries', async () => {
    const preparing = Array.from({ length: 9 }, () => 'preparing' as const)
    const acme = simulateSupplier('acme', {
      faultsOf: { fetch: preparing, cancel: ['server-error'] },
    })
    await open(acme)
    const invoiceID = await buy()
    for (let hour = 0; hour < 12; hour += 1) {
      advanceClock(3600)
      await runJobs()
    }
    expect(await statusOf(invoiceID)).toBe('success')
    await pay(invoiceID, { kind: 'refunded', amount: usd(900) })
    await passMinutes(3)
    expect(await orders()).toMatchObject([{ status: 'returned' }])
  })

  it('returns a late profile that was sold to another order, when that order is refunded', async () => {
    const acme = simulateSupplier('acme', { faultsOf: { fetch: ['preparing'], cancel: ['kept'] } })
    await refundBeforeProfile(acme)
    const other = await buy()
    expect(acme.purchases).toHaveLength(1)
    await pay(other, { kind: 'refunded', amount: usd(900) })
    await passMinutes(2)
    expect([...acme.cancelled]).toEqual([acme.purchases[0]?.profile.iccid])
  })

  it('returns a late profile that was sold to another order, when staff replace it', async () => {
    const acme = simulateSupplier('acme', { faultsOf: { fetch: ['preparing'], cancel: ['kept'] } })
    await refundBeforeProfile(acme)
    const other = await buy()
    const context = { ...staffContext(), suppliers: [acme] }
    const input = { ...(await nextInput(other)), position: 1, reason: 'it does not scan' }
    expect(await reissueEsim(context, member(), input)).toMatchObject({ ok: true })
    await passMinutes(2)
    expect([...acme.cancelled]).toEqual([acme.purchases[0]?.profile.iccid])
  })

  it('does not return a profile that was used', async () => {
    const acme = supplierWith()
    await open(acme)
    const invoiceID = await buy()
    await run(`UPDATE esims SET first_used_at = '2026-11-21T10:05:00.000Z'`)
    await pay(invoiceID, { kind: 'refunded', amount: usd(900) })
    await passMinutes(2)
    expect([...acme.cancelled]).toEqual([])
  })
})

it('emails the customer once when an order has been held for an hour', async () => {
  const acme = simulateSupplier('acme', { faultsOf: { order: ['unclear'] } })
  await open(acme)
  await buy()
  const delayMails = async () =>
    rows<{ subject: string; body: string }>(
      `SELECT subject, body FROM outbox WHERE purpose = 'delayed'`,
    )
  await passMinutes(1)
  expect(await delayMails()).toEqual([])
  advanceClock(3600)
  await passMinutes(3)
  const mails = await delayMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toContain('We’re checking your order')
  // AUTO_REFUND_HOURS after the order was placed.
  expect(mails[0]?.body).toContain('automatically by 22.11.2026')
})

it('holds a lost order immediately if the supplier cannot search its orders', async () => {
  const acme = simulateSupplier('acme', {
    canFindOrders: false,
    faultsOf: { order: ['cut-after'] },
  })
  await open(acme)
  await buy()
  await passMinutes(1)
  expect(await orders()).toEqual([{ supplier: 'acme', status: 'held' }])
  expect(acme.purchases).toHaveLength(1)
})

describe('a response that the adapter cannot interpret', () => {
  it.each(['unclear', 'unclear-after'] as const)('holds the order (%s)', async (fault) => {
    const [acme, other] = [supplierWith(fault), simulateSupplier('other')]
    await open(acme, other)
    const invoiceID = await buy()
    await passMinutes(1)
    expect(await statusOf(invoiceID)).toBe('paid')
    expect(await orders()).toEqual([{ supplier: 'acme', status: 'held' }])
    expect(await openAlerts()).toContain('supplier-order-held')
    expect(other.purchases).toEqual([])
    // The hourly search finds the order.
    advanceClock(3600)
    await passMinutes(1)
    const isBought = fault === 'unclear-after'
    expect(await statusOf(invoiceID)).toBe(isBought ? 'success' : 'paid')
    expect(acme.purchases).toHaveLength(isBought ? 1 : 0)
  })
})

it('raises an alert about an order that the supplier refuses as invalid', async () => {
  await open(supplierWith('invalid'))
  await buy()
  await passMinutes(1)
  expect(await openAlerts()).toContain('supplier-order-invalid')
})

const retry = { kind: 'retry', isConfirmed: true } as const

async function decide(invoiceID: string, key: string, decision: SupplierDecision) {
  const input = { ...(await nextInput(invoiceID)), key, decision }
  return decideSupplierOrder(staffContext(), member(), input)
}

/** Searches for a lost order until it is held. Returns its key. */
async function holdOrder(): Promise<string> {
  for (let tries = 0; tries < 8; tries += 1) {
    advanceClock(1000)
    await runJobs()
  }
  const [held] = await rows<{ key: string }>(`SELECT key FROM purchases WHERE status = 'held'`)
  return held?.key ?? ''
}

it('holds an order that appears after its line was ordered again, and offers its eSIM', async () => {
  const airalo = simulateSupplier('airalo', { faults: [null, 'cut-before'] })
  let isListed = false
  const find: Supplier['find'] = async (key) => (isListed ? airalo.find(key) : null)
  const cancel = async () => false
  await open({ ...airalo, find, cancel })
  const invoiceID = await buy()
  const key = await holdOrder()
  expect(await decide(invoiceID, key, retry)).toMatchObject({ ok: true })
  await passMinutes(1)
  expect(await statusOf(invoiceID)).toBe('success')
  expect(airalo.purchases).toHaveLength(1)
  const first = await airalo.order(key, 'airalo-tr-sold-out')
  isListed = true
  advanceClock(3600)
  await passMinutes(1)
  expect(await openAlerts()).toContain('supplier-order-held')
  const reference = first.status === 'accepted' ? first.reference : ''
  expect(await rows(`SELECT status, reference FROM purchases WHERE key = '${key}'`)).toEqual([
    { status: 'held', reference },
  ])
  expect(await decide(invoiceID, key, { kind: 'found', reference })).toMatchObject({ ok: true })
  await passMinutes(3)
  expect(await statusOf(await buy())).toBe('success')
  expect(airalo.purchases).toHaveLength(2)
})

it('stops the search for an order whose reference another order has', async () => {
  const airalo = simulateSupplier('airalo', { faults: [null, 'cut-before'] })
  let reference: string | null = null
  await open({ ...airalo, find: async () => reference })
  const invoiceID = await buy()
  const key = await holdOrder()
  expect(await decide(invoiceID, key, retry)).toMatchObject({ ok: true })
  await passMinutes(1)
  const [other] = await rows<{ reference: string }>(
    `SELECT reference FROM purchases WHERE status = 'done'`,
  )
  reference = other?.reference ?? ''
  advanceClock(3600)
  await passMinutes(1)
  expect(
    await rows(`SELECT status, reference, next_try_at FROM purchases WHERE key = '${key}'`),
  ).toEqual([{ status: 'given-up', reference: null, next_try_at: null }])
})

it('refuses to retry a held order while another supplier order of the line is open', async () => {
  await open(supplierWith('unclear'), simulateSupplier('other'))
  const invoiceID = await buy()
  const [held] = await rows<{ key: string }>('SELECT key FROM purchases')
  const key = held?.key ?? ''
  // A late answer can hold an order again that a person had given up.
  await run(sql`INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code,
      next_try_at, created_at)
    VALUES ('next', ${invoiceID}, 1, 'plan', 'other', 'other-tr-sold-out', '2026-12-31',
      '2026-11-21')`)
  expect(await decide(invoiceID, key, retry)).toEqual({
    ok: false,
    error: { code: 'refused', reason: 'other-order-open' },
  })
  await run(`UPDATE purchases SET status = 'refused' WHERE key = 'next'`)
  expect(await decide(invoiceID, key, retry)).toMatchObject({ ok: true })
})
