import { beforeEach, expect, it } from 'vitest'
import { run, openShop, words } from '../support/small-shop.ts'
import { visitText } from '../support/visit.ts'

const order = '/esim-order?tariffID=tr-10'
const unknown = words('tariff.fairUseUnknown')

beforeEach(async () => openShop(1))

it('shows on the plan and in the order when an unlimited plan becomes slower', async () => {
  const limit = 'fair_use_threshold_mb = 2048, fair_use_speed_kbps = 512'
  await run(`UPDATE plans SET traffic_mb = NULL, ${limit} WHERE id = 'tr-10'`)
  for (const page of ['/esim/tariffs/tr-turkcell/tr-10', order])
    expect(await visitText(page)).toContain('a day, then 512')
  expect(await visitText(order)).not.toContain(unknown)
  const plan = await visitText('/esim/tariffs/tr-turkcell/tr-10')
  const [beforePrice = ''] = plan.split('class="pass-stub"')
  expect(beforePrice.split('<h1>')[1]).toContain('a day, then 512')
})

it('shows the daily limit of an unlimited plan in lists', async () => {
  const fast = words('units.fastPerDay', { size: '2\u00A0GB' })
  await run(`UPDATE plans SET traffic_mb = NULL WHERE id = 'tr-10'`)
  expect(await visitText('/esim/countries/tr')).not.toContain(fast)
  const limit = 'fair_use_threshold_mb = 2048, fair_use_speed_kbps = 512'
  await run(`UPDATE plans SET ${limit} WHERE id = 'tr-10'`)
  expect(await visitText('/esim/countries/tr?sort=days')).toContain(fast)
})

it('shows on the plan and in the order that the daily limit of an unlimited plan is unknown', async () => {
  expect(await visitText(order)).not.toContain(unknown)
  await run('UPDATE plans SET traffic_mb = NULL')
  expect(await visitText(order)).toContain(unknown)
  const plan = await visitText('/esim/tariffs/tr-turkcell/tr-sold-out')
  expect(plan).toContain(words('tariff.notStated'))
  expect(plan).toContain(words('tariff.fairUse'))
})
