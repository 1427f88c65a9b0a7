import { beforeEach, expect, it } from 'vitest'
import { reissueEsim } from '../../src/orders/replace-line.ts'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { readFunnel } from '../../src/office/funnel-counts.ts'
import { recordQueries } from '../support/record-queries.ts'
import { advanceClock, clock, openShop, pay, placeOrder, run } from '../support/small-shop.ts'
import { act, paidOrder, staffContext } from '../support/staff.ts'
import { officePage, visitAs } from '../support/visit-office.ts'

beforeEach(async () => openShop(9))

const file = '/admin/money/funnel/file'
const utm = { utm_source: 'telegram', utm_campaign: 'autumn' }

/** Four orders of one day: not paid, refunded, used, and replaced. One of the next day. */
async function sell(): Promise<void> {
  await placeOrder({ utm })
  const refunded = await paidOrder({ utm })
  await pay(refunded, { kind: 'refunded' })
  const used = await paidOrder({ utm })
  await run(`UPDATE esims SET traveller_step = 'installed' WHERE order_id = '${used}'`)
  const replaced = await paidOrder()
  expect(await act(reissueEsim, replaced, { position: 1 })).toMatchObject({ ok: true })
  advanceClock(24 * 3600)
  await paidOrder()
}

it('counts orders, payments, deliveries, installations and refunds', async () => {
  await sell()
  const lines = (await officePage('money', file)).trimEnd().split('\r\n').slice(1)
  expect(lines.toSorted()).toEqual([
    '2026-11-21,tr-10,tr,,1,1,1,0,0',
    '2026-11-21,tr-10,tr,autumn,3,2,2,1,1',
    '2026-11-22,tr-10,tr,,1,1,1,0,0',
  ])
})

it.each([
  ['en', ['By plan', 'Türkiye', 'autumn', '80%', '25%', 'No campaign']],
  ['ru', ['По тарифам', 'Турция', 'autumn', 'Без кампании']],
])('shows the shares by plan, country, campaign and day in %s', async (language, texts) => {
  await sell()
  const headers = { 'Accept-Language': language }
  const page = (await officePage('money', '/admin/money/funnel', { headers })).replaceAll(
    '\u00A0',
    ' ',
  )
  for (const text of texts) expect(page).toContain(text)
  for (const path of ['/admin/money/funnel', file])
    expect((await visitAs('support', path)).status).toBe(403)
})

it('reads only the orders of the period', async () => {
  const plans = await recordQueries(async () => {
    await readFunnel(staffContext(), { since: clock.now })
  })
  // The result of three searches.
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual(['SCAN i'])
})
