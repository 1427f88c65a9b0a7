import { beforeEach, expect, it } from 'vitest'
import { openShop, pay, placeOrder, rows, run, words } from '../support/small-shop.ts'
import { visitText } from '../support/visit.ts'

const order = '/esim-order?tariffID=tr-10'
const unknown = words('tariff.fairUseUnknown')

beforeEach(async () => openShop(2))

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
  const columns = `operator_ident, kind, country_codes, market, traffic_mb, fair_use_note,
    validity_days, starts, prices`
  await run(`INSERT INTO plans (id, ${columns}) SELECT '${id}', ${columns} FROM plans
    WHERE id = 'tr-10'`)
  return `/esim/tariffs/tr-turkcell/${id}`
}

it('shows the sentence of the operator when it states no limit per day', async () => {
  const note = 'Speed reduced to 1Mbps after 100GB'
  await run(`UPDATE plans SET traffic_mb = NULL, fair_use_note = '${note}'`)
  for (const page of [await newPlanPage('note'), order])
    expect(await visitText(page)).toContain(note)
  expect(await visitText(order)).not.toContain(unknown)
})

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
