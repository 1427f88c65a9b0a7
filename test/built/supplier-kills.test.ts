import { afterAll, beforeAll, expect, it } from 'vitest'
import { FaultMatrix } from '../fixtures/fault-matrix.ts'
import { startGatedAiralo } from './gated-airalo.ts'
import { startGatedShop } from './gated-shop.ts'
import type { GatedShop } from './gated-shop.ts'
import { purchase } from './purchase.ts'

/** KILLS=all kills at each step around the calls to the supplier. The default is a few steps. */
const isWhole = process.env['KILLS'] === 'all'
const shortKills = 5
const tariffID = 'tr-turkcell-10gb-30d'
const planCode = 'merhaba-7days-1gb'

let airalo: Awaited<ReturnType<typeof startGatedAiralo>>
let shop: GatedShop
const matrix = new FaultMatrix('workerd is killed while it orders from a supplier')
beforeAll(async () => {
  airalo = await startGatedAiralo()
  shop = await startGatedShop(airalo.settings)
  await shop.rows(`DELETE FROM stock WHERE plan_id = '${tariffID}' AND order_id IS NULL`)
  await shop.rows(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
    VALUES ('${tariffID}', 'airalo', '${planCode}', 1, '2026-11-22T00:00:00.000Z')`)
  await shop.runJobs()
}, 300_000)
afterAll(async () => {
  matrix.print()
  await shop.stop()
  await airalo.close()
})

it('buys one profile or holds the order, wherever the worker is killed', async () => {
  // The first order fetches an access token, which the later orders reuse.
  await purchaseKilledAt(null, 1)
  const calls: number[] = []
  airalo.gate.pass = () => {
    calls.push(shop.steps() + 1)
    return shop.pass()
  }
  const usual = await purchaseKilledAt(null, 2)
  expect(usual).toEqual({ outcome: 'one eSIM, one email', interruptions: 0 })
  const [first, last] = [Math.min(...calls) - 4, Math.max(...calls) + 4]
  expect(calls.length).toBeGreaterThan(1)
  const every = isWhole ? 1 : Math.ceil((last - first) / shortKills)
  let kills = 0
  for (let step = first; step <= last; step += every) {
    const { outcome, interruptions } = await purchaseKilledAt(step, step + 100)
    kills += interruptions
    matrix.add(`${interruptions} times during an order`, outcome)
  }
  expect(kills).toBeGreaterThan(0)
}, 900_000)

/** Buys, kills the worker at a step, and waits until the shop continues the order. */
async function purchaseKilledAt(step: number | null, number: number) {
  const before = airalo.account.countSales().profiles
  shop.killAt(step)
  const { email, invoiceID, interruptions } = await purchase(shop, tariffID, number)
  const ofOrder = `WHERE order_id = '${invoiceID}'`
  const statuses = async () =>
    (await shop.rows<{ status: string }>(`SELECT status FROM purchases ${ofOrder}`)).map(
      ({ status }) => status,
    )
  for (let round = 0; round < 5 && !(await statuses()).some(isSettled); round += 1) {
    // Skips two waits: leases end after five minutes, and the rate limit resets each minute.
    await shop.rows(`UPDATE suppliers SET calls = 0`)
    await shop.rows(`UPDATE purchases SET leased_until = NULL, next_try_at = '2026-01-01'
      WHERE next_try_at IS NOT NULL`)
    await shop.runJobs()
  }
  await shop.runJobs()
  const esims = await shop.rows(`SELECT 1 FROM esims ${ofOrder}`)
  const isHeld = (await statuses()).includes('held')
  const profiles = airalo.account.countSales().profiles - before
  const found = { esims: esims.length, mails: shop.mail.idsFor(email).length }
  expect([step, await statuses(), found]).toEqual([
    step,
    [isHeld ? 'held' : 'done'],
    isHeld ? { esims: 0, mails: 0 } : { esims: 1, mails: 1 },
  ])
  expect(profiles).toBeLessThanOrEqual(1)
  const outcome = isHeld ? `held for a person, ${profiles} bought` : 'one eSIM, one email'
  return { outcome, interruptions }
}

function isSettled(status: string): boolean {
  return status === 'done' || status === 'held'
}
