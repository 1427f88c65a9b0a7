import { beforeEach, expect, it } from 'vitest'
import { openShop, pay, placeOrder, rows, run, words } from '../support/small-shop.ts'
import { visitText } from '../support/visit.ts'

const order = '/esim-order?tariffID=tr-10'
const unknown = words('tariff.fairUseUnknown')

beforeEach(async () => openShop(5))

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

/** Copies a plan, whose page no test has opened. The shop caches pages. */
async function newPlanPage(id: string): Promise<string> {
  const columns = `operator_ident, kind, country_codes, market, traffic_mb, fair_use_threshold_mb,
    fair_use_speed_kbps, fair_use_note, validity_days, starts, prices, hotspot, top_up, kyc, conditions`
  await run(`INSERT INTO plans (id, ${columns}) SELECT '${id}', ${columns} FROM plans
    WHERE id = 'tr-10'`)
  return `/esim/tariffs/tr-turkcell/${id}`
}

it.each(['connection', 'installation'])(
  'says everywhere that the days start with the %s',
  async (starts) => {
    await run(`UPDATE plans SET starts = '${starts}'`)
    const days = words('units.days', { count: 30 })
    const date = '18.02.2027'
    const textsOf = (isInstall: boolean) => [
      words(isInstall ? 'tariff.validFromInstall' : 'tariff.validText', { days }),
      words(isInstall ? 'tariff.checkInstallStarts' : 'tariff.checkInstall'),
      words(isInstall ? 'mail.beforeInstall' : 'mail.before', { date }),
      words(isInstall ? 'instruction.leadInstall' : 'instruction.lead'),
      words(isInstall ? 'balance.notStartedInstall' : 'balance.notStarted', { date }),
    ]
    await pay(await placeOrder())
    const [esim] = await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims')
    const [mail] = await rows<{ body: string }>(`SELECT body FROM outbox WHERE purpose = 'esim'`)
    const shown = [
      await visitText(await newPlanPage(starts)),
      await visitText(order),
      mail?.body ?? '',
      await visitText(`/esim-instruction?hash=${esim?.hash}`),
      await visitText(`/esim-operator-info?hash=${esim?.hash}`),
    ]
    const isInstall = starts === 'installation'
    const hasEach = (texts: readonly string[]) =>
      shown.map((page, at) => page.includes(texts[at] ?? ''))
    expect(hasEach(textsOf(isInstall))).toEqual(shown.map(() => true))
    expect(hasEach(textsOf(!isInstall))).toEqual(shown.map(() => false))
  },
)

it.each([
  ['kyc = 1', words('tariff.checkPassport')],
  ['top_up = 0', words('tariff.checkNoTopUp')],
  [`hotspot = 'no'`, words('tariff.checkNoHotspot')],
  [`conditions = 'Not in Alaska.'`, 'Not in Alaska.'],
  ['traffic_mb = NULL, fair_use_threshold_mb = 0, fair_use_speed_kbps = 1000', 'Up to 1 Mbit/s'],
  ['traffic_mb = NULL, fair_use_threshold_mb = 2048', 'a day, then slower'],
  [`fair_use_note = 'then 128 kbit/s'`, 'then 128 kbit/s'],
])('says on the plan, in the order, in the mail and on the eSIM: %s', async (set, text) => {
  const pages = async (id: string) => {
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    const plan = await newPlanPage(id)
    await run(`UPDATE stock SET plan_id = '${id}' WHERE iccid =
      (SELECT min(iccid) FROM stock_for_sale WHERE plan_id = 'tr-10')`)
    const [esim] = await rows<{ hash: string; body: string }>(`SELECT esim_hash AS hash, m.body
      FROM esims e JOIN outbox m ON m.order_id = e.order_id AND m.purpose = 'esim'
      WHERE e.order_id = '${invoiceID}'`)
    const urls = [plan, order, `/esim-instruction?hash=${esim?.hash}`]
    const shown = [esim?.body ?? '', ...(await Promise.all(urls.map(visitText)))]
    return shown.map((page) => page.replaceAll('\u00A0', ' ').includes(text))
  }
  const id = set.replaceAll(/[^a-z0-9]+/g, '-')
  expect(await pages(`without-${id}`)).toEqual([false, false, false, false])
  await run(`UPDATE plans SET ${set} WHERE id = 'tr-10'`)
  expect(await pages(`with-${id}`)).toEqual([true, true, true, true])
})
