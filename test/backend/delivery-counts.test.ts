import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { countDeliveries } from '../../src/orders/delivery-counts.ts'
import { readState } from '../../src/kit/db.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { advanceClock, api, ask, clock, settings, run, openShop } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

beforeEach(async () => {
  await openShop(6)
  settings['DELIVERIES_SHOWN_FROM'] = '1'
})

/** Sells an eSIM that is delivered a few seconds after the payment. */
async function sellIn(seconds: number): Promise<string> {
  const id = await paidOrder()
  const time = new Date(clock.now.getTime() - seconds * 1000).toISOString()
  await run(`UPDATE orders SET paid_at = '${time}' WHERE id = '${id}'`)
  return id
}

const count = async () => countDeliveries({ db: env.DB, now: clock.now })
const counted = async () => readState(env.DB, 'delivery-counts', z.looseObject({}))
const shown = async () => {
  const answer = await api().deliveryCounts({})
  return answer.ok ? answer.value.data : answer.error
}

it('counts the eSIMs of a day, with a median time that one late eSIM does not change', async () => {
  for (const seconds of [4, 9, 7200]) await sellIn(seconds)
  await count()
  expect(await shown()).toEqual({ delivered: 3, medianSeconds: 9 })
  advanceClock(86_400)
  await count()
  expect(await shown()).toBeNull()
})

it('uses the lower of two middle values, and shows at least one second', async () => {
  await sellIn(0)
  await sellIn(60)
  await count()
  expect(await shown()).toEqual({ delivered: 2, medianSeconds: 1 })
})

it('excludes scheduled gifts and replacement eSIMs', async () => {
  await sellIn(5)
  const gift = await sellIn(900_000)
  await run(`UPDATE order_lines SET deliver_on = '2026-11-21' WHERE order_id = '${gift}'`)
  const replaced = await sellIn(900)
  await run(
    `UPDATE order_lines SET replaced_by = 1 WHERE order_id = '${replaced}' AND position = 1`,
  )
  await count()
  expect(await shown()).toEqual({ delivered: 1, medianSeconds: 5 })
})

it('shows nothing below the operator’s number, or when no number is set', async () => {
  await sellIn(5)
  await count()
  settings['DELIVERIES_SHOWN_FROM'] = '2'
  expect(await shown()).toBeNull()
  settings['DELIVERIES_SHOWN_FROM'] = ''
  expect(await shown()).toBeNull()
})

it('counts every ten minutes, and hides a count that is an hour old', async () => {
  await sellIn(5)
  await count()
  await sellIn(5)
  advanceClock(599)
  await count()
  expect(await counted()).toMatchObject({ delivered: 1 })
  advanceClock(1)
  await count()
  expect(await counted()).toMatchObject({ delivered: 2 })
  advanceClock(3600)
  expect(await shown()).toBeNull()
})

it.each(['en', 'ru'] as const)(
  'shows the count in one line of the home page (%s)',
  async (locale) => {
    const words = wordsOf(locale)
    const home = async () => (await visitWithApi(locale === 'ru' ? '/ru' : '/', ask)).text()
    const line = words('home.delivered', { count: 1, time: words('home.seconds', { count: 5 }) })
    expect(await home()).not.toContain(line)
    await sellIn(5)
    await count()
    expect(await home()).toContain(line)
  },
)

it('shows the refund promise on the home page, plans and orders when REFUND_DAYS is set', async () => {
  const stamp = wordsOf('en')('tariff.refund', { count: 14 })
  for (const path of ['/', '/esim/tariffs/tr-turkcell/tr-10', '/esim-order?tariffID=tr-10']) {
    const page = async (days: string) =>
      (await visitWithApi(path, ask, { settings: { REFUND_DAYS: days } })).text()
    expect(await page('14'), path).toContain(stamp)
    expect(await page(''), path).not.toContain('class="stamp"')
  }
})
