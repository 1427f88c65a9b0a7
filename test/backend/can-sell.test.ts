import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { refreshPlacements } from '../../src/plans/can-sell.ts'
import { api, orderOf, rows, run, openShop } from '../support/small-shop.ts'

beforeEach(async () => {
  await openShop(1)
  await run(
    `INSERT INTO suppliers (id, is_on) VALUES ('acme', 1)`,
    `INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
      VALUES ('tr-sold-out', 'acme', 'tr-10gb', 1, '2026-11-21T00:00:00.000Z')`,
  )
  await refreshPlacements(env.DB).run()
})

async function readSoldOut(): Promise<readonly string[]> {
  await refreshPlacements(env.DB).run()
  const [listed, shown] = await Promise.all([
    api().tariffsMarketplace({ country: 'tr' }),
    api().tariff({ id: 'tr-sold-out' }),
  ])
  const plans = listed.ok ? listed.value.data : []
  const inList = plans.filter(({ inStock }) => !inStock).map(({ tariffID }) => tariffID)
  const order = await api().activation(orderOf('tr-sold-out'))
  // Lists, the plan's page and the order form always agree.
  const answers = [inList.includes('tr-sold-out'), shown.ok && !shown.value.data.inStock, !order.ok]
  expect(new Set(answers).size).toBe(1)
  return inList
}

describe('a plan without stock', () => {
  it('is sold while a supplier that is switched on sells it', async () => {
    expect(await readSoldOut()).toEqual([])
    const order = { ...orderOf(), tariffID: undefined }
    const lines = Array.from({ length: 10 }, () => ({ tariffID: 'tr-sold-out' }))
    expect(await api().activation({ ...order, lines })).toMatchObject({ ok: true })
  })

  it.each([
    ['the supplier is switched off', 'UPDATE suppliers SET is_on = 0'],
    ["the shop's account is empty", 'UPDATE suppliers SET missing_minor = 450'],
    ["the shop's key is refused", `UPDATE suppliers SET key_refused_at = '2026-11-21'`],
    ['the supplier does not sell the plan', 'UPDATE plan_sources SET is_available = 0'],
    ['the shop has no record of the supplier', 'DELETE FROM suppliers'],
  ])('is sold out when %s', async (_, change) => {
    await run(change)
    expect(await readSoldOut()).toEqual(['tr-sold-out'])
  })
})

it('writes only the placements that change', async () => {
  const changes = async () => (await refreshPlacements(env.DB).run()).meta.changes
  expect(await changes()).toBe(0)
  await run('UPDATE suppliers SET is_on = 0')
  // The plan is listed in its country and in `all`. Each placement raises the content version.
  expect(await rows(`SELECT 1 FROM placements WHERE plan_id = 'tr-sold-out'`)).toHaveLength(2)
  expect(await changes()).toBeGreaterThan(0)
  expect(await changes()).toBe(0)
})
