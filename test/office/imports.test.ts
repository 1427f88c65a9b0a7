import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteOldRows } from '../../src/office/delete-old-rows.ts'
import { readContentVersion } from '../../src/plans/content-version.ts'
import { maxDraftBytes } from '../../src/plans/apply-import.ts'
import type { StaffRole } from '../../src/api/staff.ts'
import { advanceClock, api, clock, rows, settings, openShop, run } from '../support/small-shop.ts'
import { auditRows } from '../support/staff.ts'
import { pressedForm, visitAs, officePage, sendForm } from '../support/visit-office.ts'
import { origin } from '../support/visit.ts'

beforeEach(async () => {
  await openShop(1)
  await run('DELETE FROM import_drafts')
})

const header =
  'tariffID,operator,countries,region,worldRegion,market,trafficMb,fairUseThresholdMb,fairUseSpeedKbps,validityDays,priceUSD,priceRUB,minutes,sms,unlimitedApps,networks,hotspot,topUp,kyc,apn'
const planRow = (id: string, usd: string, rub = '1150.00', mb = 10_240) =>
  `${id},tr-turkcell,tr,,,travel,${mb},,,30,${usd},${rub},,,,,,,,`
const plansFile = (...plans: string[]) => [header, ...plans].join('\n')
const same = planRow('tr-sold-out', '9.00', '828.00')

async function upload(text: string, role: StaffRole = 'owner', name = 'plans.csv') {
  const body = new FormData()
  body.append('files', new File([text], name))
  return visitAs(role, '/admin/import', { method: 'POST', body, headers: { Origin: origin } })
}

async function previewOf(text: string, name?: string): Promise<string> {
  const answer = await upload(text, 'owner', name)
  expect(answer.status).toBe(303)
  return answer.headers.get('Location') ?? ''
}

function withoutTags(html: string): string {
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

async function textAt(path: string, role: StaffRole = 'owner'): Promise<string> {
  return officePage(role, path)
}

async function confirm(path: string, change: { readonly [field: string]: string } = {}) {
  const form = { ...(await pressedForm('owner', path, 'import')), ...change }
  return visitAs('owner', '/admin/import/confirm', { form })
}

const imports = async () =>
  (await auditRows('catalogue')).map(({ details }): unknown => JSON.parse(details))
const pricesOf = async (id: string) => {
  const plan = await api().tariff({ id })
  return plan.ok ? plan.value.data.prices : null
}

describe('a file of plans', () => {
  const text = plansFile(planRow('tr-10', '13.00'), planRow('tr-new', '5.00', '450.00'), same)

  it('is compared with the shop, and imported when it is confirmed', async () => {
    const known = await imports()
    const path = await previewOf(text)
    const preview = await textAt(path)
    for (const part of ['tr-new', 'What would change']) expect(preview).toContain(part)
    expect(preview).toMatch(/\$12\.50 · [^<]+ → \$13 · /)
    expect(await pricesOf('tr-10')).toEqual({ USD: 1250, RUB: 115_000 })
    const version = await readContentVersion(env.DB)
    expect((await confirm(path)).headers.get('Location')).toBe('/admin/import?done=import')
    expect(await pricesOf('tr-10')).toEqual({ USD: 1300, RUB: 115_000 })
    expect(await pricesOf('tr-new')).toEqual({ USD: 500, RUB: 45_000 })
    expect(await readContentVersion(env.DB)).not.toBe(version)
    expect((await imports()).slice(known.length)).toEqual([
      { new: 1, price: 1, changed: 1, file: 'plans.csv' },
    ])
    expect(await rows('SELECT id FROM import_drafts')).toEqual([])
    expect(await textAt('/admin/import?done=import')).toContain('other prices: 1')
  })

  it('is imported once when the button is pressed twice', async () => {
    const known = (await imports()).length
    const path = await previewOf(text)
    const form = await pressedForm('owner', path, 'import')
    const press = async () => visitAs('owner', '/admin/import/confirm', { form })
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await press()).status).toBe(303)
    expect(await imports()).toHaveLength(known + 1)
    const again = await visitAs('owner', '/admin/import/confirm', {
      form: { ...form, idempotencyKey: 'k'.repeat(43) },
    })
    expect(again.status).toBe(409)
  })

  it('is compared again when the catalogue has changed since the preview', async () => {
    const path = await previewOf(text)
    const form = await pressedForm('owner', path, 'import')
    await run(`UPDATE plans SET prices = '{"USD":1290,"RUB":115000}' WHERE id = 'tr-10'`)
    const answer = await visitAs('owner', '/admin/import/confirm', { form })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('$12.90')
    expect(await pricesOf('tr-new')).toBeNull()
  })

  it('offers no import when the shop already has all of it', async () => {
    await confirm(await previewOf(text))
    const preview = await textAt(await previewOf(text))
    expect(preview).toContain('There is nothing to import')
    expect(preview).not.toContain('name="digest"')
  })

  it('can be confirmed for one hour only', async () => {
    const path = await previewOf(text)
    advanceClock(3600)
    expect(await textAt(path)).toContain('the hour to confirm it is over')
    await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
    expect(await rows('SELECT id FROM import_drafts')).toEqual([])
  })

  it('does not put a plan back on sale that staff took off sale', async () => {
    const plan = '/admin/plan?id=tr-10'
    await sendForm('owner', plan, 'take-off-sale', { reason: 'Complaints' })
    await confirm(await previewOf(text))
    expect(await textAt(plan)).toContain('Taken off sale')
  })

  it('delists a plan that it lacks, even when staff put the plan on sale', async () => {
    const plan = '/admin/plan?id=tr-10'
    const press = async (action: string) => {
      expect((await sendForm('owner', plan, action, { reason: 'Complaints' })).status).toBe(303)
    }
    await press('take-off-sale')
    const others = plansFile(same, planRow('tr-new', '4.90'))
    await confirm(await previewOf(others), { isConfirmed: 'yes' })
    await press('put-on-sale')
    expect(await textAt(plan)).toContain('Not in the catalogue')
    await confirm(await previewOf(text), { isConfirmed: 'yes' })
    expect(await textAt(plan)).toContain('On sale')
  })

  it('is not stored when it has prices that the provider does not charge', async () => {
    Object.assign(settings, {
      PAYMENT_PROVIDERS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    })
    const wrong = [planRow('tr-10', '0.49'), planRow('tr-5', '0.00', '1000000.00')]
    const page = withoutTags(await (await upload(plansFile(...wrong))).text())
    for (const text of ['The nearest one is 0.50', 'The nearest one is 999999.99'])
      expect(page).toContain(text)
    expect(await rows('SELECT id FROM import_drafts')).toEqual([])
  })

  it('is not stored when it has problems', async () => {
    const wrong = [planRow('tr-10', 'cheap'), planRow('TR 1', '1.00'), planRow('tr-5', '-1')]
    const answer = await upload(plansFile(...wrong))
    expect(answer.status).toBe(422)
    const page = withoutTags(await answer.text())
    expect(page).toContain('3 problems. Nothing was imported.')
    expect(page).toContain(
      'priceUSD : must be an amount such as 12.50 plans.csv, line 2: cheap , line 4: -1 ',
    )
    expect(await rows('SELECT id FROM import_drafts')).toEqual([])
  })
})

it.each([
  ['plans are gone', plansFile(planRow('tr-10', '12.50')), '1 of 2 plans on sale are missing'],
  ['prices are swapped', plansFile(planRow('tr-10', '12.50', '5.00'), same), 'look swapped'],
  ['a price jumps', plansFile(planRow('tr-10', '19.00'), same), 'changes by more than half: tr-10'],
  ['MB are GB', plansFile(planRow('tr-10', '12.50', '1150', 9), same), 'Less than 10 MB'],
])('needs a tick when %s', async (_, text, risk) => {
  const path = await previewOf(text)
  expect(await textAt(path)).toContain(risk)
  const refused = await confirm(path)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('The import looks like a mistake')
  expect(await pricesOf('tr-10')).toEqual({ USD: 1250, RUB: 115_000 })
  expect((await confirm(path, { isConfirmed: 'yes' })).status).toBe(303)
})

describe('a file of codes', () => {
  const head = 'iccid;tariffID;activationCode;cost'
  const code = (iccid: string, secret: string, plan = 'tr-sold-out') =>
    `${iccid};${plan};LPA:1$rsp.example.com$${secret};8.10 USD`
  const text = [head, code('8910300000000000308', 'TOP-SECRET'), code('89103000000000000316', 'S2')]

  it('is imported without showing a code', async () => {
    const path = await previewOf(text.join('\n'), 'codes.csv')
    const preview = await textAt(path)
    expect(preview).toContain('2 new codes.')
    expect(preview).not.toContain('SECRET')
    expect((await confirm(path)).status).toBe(303)
    expect(await rows(`SELECT cost_minor FROM stock WHERE plan_id = 'tr-sold-out'`)).toEqual([
      { cost_minor: 810 },
      { cost_minor: 810 },
    ])
    expect((await api().tariff({ id: 'tr-sold-out' })).ok).toBe(true)
    expect(await rows(`SELECT in_stock FROM placements WHERE plan_id = 'tr-sold-out'`)).toEqual([
      { in_stock: 1 },
      { in_stock: 1 },
    ])
    const again = await textAt(await previewOf(text.join('\n'), 'codes.csv'))
    expect(again).toContain('2 are already in stock.')
    expect(again).toContain('There is nothing to import')
  })

  it('shows its problems without the code', async () => {
    const wrong = [head, `8910300000000000308;tr-sold-out;LPA:9$TOP-SECRET;`].join('\n')
    const page = await (await upload(wrong, 'owner', 'codes.csv')).text()
    expect(withoutTags(page)).toContain('activationCode : must be an activation code such as')
    expect(page).not.toContain('SECRET')
  })
})

it.each(['support', 'money'] as const)('rejects the role %s', async (role) => {
  expect((await upload(plansFile(same), role)).status).toBe(403)
  expect(await textAt('/admin/import', role)).toContain('Only an owner')
  const path = await previewOf(plansFile(planRow('tr-10', '13.00'), same))
  const form = await pressedForm('owner', path, 'import')
  expect((await visitAs(role, '/admin/import/confirm', { form })).status).toBe(403)
  expect(await pricesOf('tr-10')).toEqual({ USD: 1250, RUB: 115_000 })
})

it.each([
  ['nothing', '', 422, 'Choose a file first'],
  ['another text', 'a,b\n1,2', 422, 'the columns are not those of'],
  ['a large file', 'x'.repeat(maxDraftBytes + 20_000), 413, 'too large'],
  ['a file of quotes', `${header},note\n${same},"${'""'.repeat(700_000)}"`, 413, 'too large'],
])('refuses %s', async (_, text, status, message) => {
  const answer = await upload(text)
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain(message)
})

it('refuses a file that is not UTF-8', async () => {
  const body = new FormData()
  body.append('files', new File([new Uint8Array([0xd2, 0xe0])], 'plans.csv'))
  const headers = { Origin: origin }
  const answer = await visitAs('owner', '/admin/import', { method: 'POST', body, headers })
  expect(await answer.text()).toContain('not UTF-8')
})
