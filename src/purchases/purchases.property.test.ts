import fc from 'fast-check'
import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { runSourcingEvent, file, openShop, soldIccid } from '../../test/fixtures/sourcing-shop.ts'
import type { OrderCounts, SourcingEvent } from '../../test/fixtures/sourcing-shop.ts'
import type { StopPlan } from '../../test/fixtures/shop-file.ts'
import { simulateSupplier } from '../../test/fixtures/simulated-supplier.ts'
import type { SimulatedSupplier } from '../../test/fixtures/simulated-supplier.ts'
import { simulatedFaults } from '../../test/fixtures/supplier-faults.ts'

/** SOURCING_RUNS=100000 for a long run, FC_SEED=random for another seed. */
const numRuns = Number(process.env['SOURCING_RUNS'] ?? 2000)

const counts: OrderCounts = { plans: 2, topUps: 2 }
const order = fc.nat(counts.plans + counts.topUps - 1)
const event: fc.Arbitrary<SourcingEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pay' as const), invoice: order }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'job' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('refund' as const, 'dispute' as const, 'win' as const),
      invoice: order,
    }),
  },
  fc.record({
    kind: fc.constant('staff' as const),
    invoice: order,
    action: fc.constantFrom('refund order' as const, 'freeze' as const, 'unfreeze' as const),
    key: fc.constantFrom('form-1', 'form-2', 'form-3'),
  }),
  {
    weight: 2,
    arbitrary: fc.constantFrom({ kind: 'answer' as const }, { kind: 'person' as const }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('webhook' as const),
      // References of the first supplier, of another supplier and of no supplier.
      reference: fc.constantFrom('supplier-0-1', 'supplier-0-2', 'supplier-1-1', 'no-such-order'),
      isForged: fc.boolean(),
    }),
  },
)
const stop: fc.Arbitrary<StopPlan | null> = fc.option(
  fc.record({ calls: fc.integer({ min: 1, max: 20 }), takesEffect: fc.boolean() }),
  { freq: 3 },
)
const planOf = (call: keyof typeof simulatedFaults) =>
  fc.array(fc.option(fc.constantFrom(...simulatedFaults[call]), { freq: 3 }), { maxLength: 5 })
const scenario = fc.record({
  suppliers: fc.array(
    fc.record({
      faultsOf: fc.record({
        order: planOf('order'),
        find: planOf('find'),
        fetch: planOf('fetch'),
        cancel: planOf('cancel'),
        balance: planOf('balance'),
      }),
      isOrderIdempotent: fc.boolean(),
      canFindOrders: fc.boolean(),
      callsPerMinute: fc.constantFrom(4, 60, 6000),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  codes: fc.nat(1),
  steps: fc.array(
    fc.record({
      minutes: fc.constantFrom(0, 1, 6, 20, 90),
      events: fc.array(fc.record({ event, stop }), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
})
type SourcingScenario = typeof scenario extends fc.Arbitrary<infer Scenario> ? Scenario : never

it('buys each paid line at most once, despite any faults of suppliers and workers', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  console.log(`FC_SEED=${String(fc.readConfigureGlobal().seed)} SOURCING_RUNS=${numRuns}`)
  await fc.assert(
    fc.asyncProperty(scenario, async (each) => file.runAndRollBack(async () => check(each))),
    { numRuns },
  )
}, 10_800_000)

async function check({ suppliers: kinds, codes, steps }: SourcingScenario): Promise<void> {
  const suppliers = kinds.map((kind, index) =>
    simulateSupplier(`supplier-${index}`, { ...kind, prefix: `891${index}` }),
  )
  await openShop(suppliers, { ...counts, codes })
  const working = new Set<Promise<void>>()
  let minutes = 0
  for (const step of steps) {
    minutes += step.minutes
    for (const { event: each, stop: plan } of step.events) {
      const worker = runSourcingEvent(suppliers, { event: each, stop: plan, minutes }).finally(() =>
        working.delete(worker),
      )
      working.add(worker)
    }
    // Only late answers have to wait.
    await setImmediate()
    expectOnce(suppliers, codes)
  }
  suppliers.forEach((supplier) => supplier.recover())
  await Promise.all(working)
  expectOnce(suppliers, codes)
  await settle(suppliers, minutes)
  expectOnce(suppliers, codes)
  expectSettled(suppliers)
}

/** From now on the suppliers work. The job, a person and AUTO_REFUND_HOURS settle all orders. */
async function settle(suppliers: readonly SimulatedSupplier[], minutes: number): Promise<void> {
  const run = async (kind: 'job' | 'person' | 'reconcile', after: number) =>
    runSourcingEvent(suppliers, { event: { kind }, stop: null, minutes: minutes + after })
  file.exec('UPDATE orders SET frozen_at = NULL')
  await run('reconcile', 1)
  for (const after of [6, 12, 72, 140]) if (isBusy()) await run('job', after)
  if (isBusy()) await run('person', 201)
  for (const after of [202, 203, 1640, 1641]) if (isBusy()) await run('job', after)
}

function isBusy(): boolean {
  return (
    file.rows(`SELECT 1 FROM orders WHERE status = 'paid'
      UNION ALL SELECT 1 FROM purchases WHERE next_try_at > '' OR status = 'held'`).length > 0
  )
}

/** The invariants that hold at every moment. */
function expectOnce(suppliers: readonly SimulatedSupplier[], codes: number): void {
  const additions = suppliers.flatMap((supplier) => supplier.additions)
  const bought = [...suppliers.flatMap(({ purchases }) => purchases), ...additions].map(
    ({ key }) => key,
  )
  const isBought = `o.key IN ('${bought.join("', '")}')`
  // A profile goes to the stock if its order is frozen or disputed when it arrives.
  const isOfOther = `EXISTS (SELECT 1 FROM stock s
    WHERE s.iccid = o.iccid AND s.order_id <> o.order_id)`
  const [known] = file.rows(`SELECT count(*) AS orders FROM purchases o WHERE ${isBought}`)
  expect(known).toEqual({ orders: bought.length })
  const [most] = file.rows(`SELECT (SELECT count(DISTINCT order_id) FROM payment_facts
      WHERE kind = 'charged' AND order_id <> 'sold')
    + (SELECT count(*) FROM purchases o WHERE ${isBought} AND ${isOfOther}) AS orders`)
  expect(bought.length).toBeLessThanOrEqual(Number(most?.['orders']))
  // A line is bought again only when another line got its profile.
  expect(
    file.rows(`SELECT o.order_id FROM purchases o WHERE ${isBought}
      AND (o.kind = 'top-up' OR NOT ${isOfOther})
      GROUP BY o.order_id HAVING count(*) > 1`),
  ).toEqual([])
  expect(
    file.rows(`SELECT 1 FROM purchases o WHERE ${isBought}
      AND NOT EXISTS (SELECT 1 FROM payment_facts f
        WHERE f.order_id = o.order_id AND f.kind = 'charged')`),
  ).toEqual([])
  // Only refunded orders have a profile that was returned to its supplier.
  const cancelled = suppliers.flatMap((supplier) => [...supplier.cancelled])
  expect(
    file.rows(`SELECT e.iccid, i.status FROM esims e JOIN orders i ON i.id = e.order_id
      WHERE e.iccid IN ('${cancelled.join("', '")}') AND i.status <> 'refunded'`),
  ).toEqual([])
  expect(
    file.rows(`SELECT iccid FROM stock WHERE iccid IN ('${cancelled.join("', '")}')
      AND order_id IS NULL AND withdrawn_at IS NULL`),
  ).toEqual([])
  // Each top-up is added to its own eSIM and announced once.
  expect(additions.filter(({ iccid }) => iccid !== soldIccid)).toEqual([])
  expect(
    file.rows(`SELECT dedupe_key FROM outbox WHERE purpose = 'top-up' AND dedupe_key NOT IN (
      SELECT order_id || ':1' FROM purchases WHERE kind = 'top-up' AND status = 'done')`),
  ).toEqual([])
  // Refunds and disputes of top-ups do not affect the order of the eSIM. The eSIM still shows its
  // code.
  expect(file.rows(`SELECT status FROM orders WHERE id = 'sold'`)).toEqual([{ status: 'success' }])
  // The shop has neither duplicated nor lost a profile.
  const [profiles] = file.rows(`SELECT
    (SELECT count(*) FROM stock WHERE order_id IS NULL) + (SELECT count(*) FROM esims) AS profiles,
    (SELECT count(*) FROM purchases
      WHERE kind = 'plan' AND status IN ('done', 'returned')) AS bought`)
  expect(profiles).toEqual({
    profiles: codes + Number(profiles?.['bought']),
    bought: profiles?.['bought'],
  })
}

/**
 * The invariants that hold at the end: paid orders are delivered or refunded, and the shop has
 * recorded every profile and top-up it bought.
 */
function expectSettled(suppliers: readonly SimulatedSupplier[]): void {
  const open =
    file.rows(`SELECT i.id, i.status, (SELECT group_concat(o.status || coalesce(o.problem, '')) FROM purchases o
    WHERE o.order_id = i.id) AS orders FROM orders i
    WHERE status NOT IN ('processing', 'success', 'refunded', 'disputed')`)
  expect(open).toEqual([])
  const keys = suppliers.flatMap(({ additions }) => additions.map(({ key }) => key))
  const unknown = file.rows(`SELECT key, status FROM purchases
    WHERE key IN ('${keys.join("', '")}') AND status <> 'done'`)
  expect(unknown).toEqual([])
  const iccids = suppliers.flatMap(({ purchases }) => purchases.map(({ profile }) => profile.iccid))
  expect(
    iccids.filter(
      (iccid) => file.rows(`SELECT 1 FROM stock WHERE iccid = '${iccid}'`).length === 0,
    ),
  ).toEqual([])
}
