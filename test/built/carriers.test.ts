import { afterAll, beforeAll, expect, it } from 'vitest'
import { FaultMatrix } from '../fixtures/fault-matrix.ts'
import { startGatedShop } from './gated-shop.ts'
import type { GatedShop } from './gated-shop.ts'
import { purchase } from './purchase.ts'

const tariffID = 'th-ais-5gb-15d'
const matrix = new FaultMatrix('the carrier of mail')
let shop: GatedShop
beforeAll(async () => {
  shop = await startGatedShop()
}, 300_000)
afterAll(async () => {
  matrix.print()
  await shop.stop()
})

it.each([
  ['reset', 1],
  ['500', 2],
  ['redirect', 3],
] as const)(
  'sells during the carrier fault %s, and sends the email later',
  async (fault, number) => {
    shop.mail.fault = fault
    const { email, invoiceID, interruptions } = await purchase(shop, tariffID, number)
    expect(interruptions).toBe(0)
    expect(await shop.rows(`SELECT status FROM orders WHERE id = '${invoiceID}'`)).toEqual([
      { status: 'success' },
    ])
    expect(shop.mail.idsFor(email)).toEqual([])
    shop.mail.fault = 'none'
    await shop.rows('UPDATE outbox SET tried_at = NULL WHERE sent_at IS NULL')
    expect((await shop.runJobs()).status).toBe(200)
    expect(shop.mail.idsFor(email)).toHaveLength(1)
    matrix.add(fault, 'sold, one email later')
  },
)
