import { afterAll, beforeAll, expect, it } from 'vitest'
import { FaultMatrix } from '../fixtures/fault-matrix.ts'
import { startGatedShop } from './gated-shop.ts'
import type { GatedShop } from './gated-shop.ts'
import { purchase } from './purchase.ts'
import type { CompletePurchase } from './purchase.ts'

/** KILLS=all kills at each step of a purchase. The default is a few steps. */
const isWhole = process.env['KILLS'] === 'all'
const shortKills = 6
const tariffID = 'th-ais-5gb-15d'
const codes = 500

let shop: GatedShop
const matrix = new FaultMatrix('workerd is killed')
beforeAll(async () => {
  shop = await startGatedShop()
  await shop.rows(`WITH RECURSIVE code (number) AS
      (SELECT 1 UNION ALL SELECT number + 1 FROM code WHERE number < ${codes})
    INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
    SELECT 8910000000000000000 + number, '${tariffID}', 'rsp.example.com', 'KILL-' || number
    FROM code`)
}, 300_000)
afterAll(async () => {
  matrix.print()
  await shop.stop()
})

it('sells and emails exactly one eSIM, wherever the worker is killed', async () => {
  shop.killAt(null)
  const usual = await purchase(shop, tariffID, 0)
  await expectOneEsim(usual)
  const { steps } = usual
  const every = isWhole ? 1 : Math.ceil(steps / shortKills)
  for (let step = 1; step <= steps; step += every) {
    shop.killAt(step)
    const bought = await purchase(shop, tariffID, step)
    await expectOneEsim(bought)
    matrix.add(`${bought.interruptions} times during a purchase`, 'one eSIM, one email')
  }
  expect(steps).toBeGreaterThan(20)
}, 900_000)

async function expectOneEsim({ email, invoiceID }: CompletePurchase): Promise<void> {
  const count = async (sql: string) => (await shop.rows(sql)).length
  const ofOrder = `WHERE order_id = '${invoiceID}'`
  const found = {
    invoices: await shop.rows(`SELECT status FROM orders WHERE email = '${email}'`),
    charges: await count(`SELECT 1 FROM payment_facts ${ofOrder} AND kind = 'charged'`),
    esims: await count(`SELECT 1 FROM esims ${ofOrder}`),
    profiles: await count(`SELECT 1 FROM stock ${ofOrder}`),
    mails: shop.mail.idsFor(email).length,
  }
  const expected = {
    invoices: [{ status: 'success' }],
    charges: 1,
    esims: 1,
    profiles: 1,
    mails: 1,
  }
  expect(found).toEqual(expected)
}
