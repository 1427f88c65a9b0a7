import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { simulateSupplier } from '../fixtures/simulated-supplier.ts'
import { readContentVersion } from '../../src/plans/content-version.ts'
import { mayDo, staffRoles } from '../../src/api/staff.ts'
import type { StaffRole } from '../../src/api/staff.ts'
import { SupplierError } from '../../src/supply/supplier.ts'
import type { SupplierPlan } from '../../src/supply/supplier.ts'
import { idOf, supplierPlan, sync } from '../backend/supplier-catalogue.ts'
import { advanceClock, api, clearShop, rows, supply, run, usd } from '../support/small-shop.ts'
import { hiddenFields, pressedForm, visitAs, officePage } from '../support/visit-office.ts'

beforeEach(async () => {
  await clearShop()
  await run(`INSERT INTO price_rules (currency, markup_hundredths) VALUES ('USD', 5000)`)
  await sync([supplierPlan('a')])
})

const pathTo = (page: string, query: object = {}) =>
  `/admin/${page}?${new URLSearchParams({ ...query }).toString()}`
const textAt = async (path: string, role: StaffRole = 'money') => officePage(role, path)
const plan = idOf('a')
const monthPlan = idOf('b', { validityDays: 30 })
const priceOf = async (id = plan) => {
  const found = await api().tariff({ id })
  return found.ok ? found.value.data.prices : null
}
const countOf = async (action: string) =>
  (await rows(`SELECT 1 FROM audit WHERE action = '${action}'`)).length

async function confirm(path: string, action: string, role: StaffRole, change: object = {}) {
  const form = { ...(await pressedForm('owner', path, action)), ...change }
  return visitAs(role, path.split('?')[0] ?? '', { form })
}

const dearer = { change: 'rule', currency: 'USD', markup: '100', onlyCountry: 'tr' }

describe('price rules', () => {
  it('ask phones for a decimal keypad only in fields for numbers', async () => {
    const page = await textAt(pathTo('prices'))
    const inputs = [...page.matchAll(/<input[^>]*inputMode="decimal"[^>]*>/g)].map(String)
    expect(inputs.map((input) => /name="(\w+)"/.exec(input)?.[1])).toEqual([
      'markup',
      'minimumProfit',
      'step',
      'ending',
      'amount',
    ])
  })

  it('are previewed, then written with their prices', async () => {
    const path = pathTo('prices', dearer)
    const page = await textAt(path)
    for (const text of ['$4.50 → $6', '<p>TR, USD: cost plus 100%</p>'])
      expect(page).toContain(text)
    expect(await priceOf()).toEqual({ USD: 450 })
    const [known, version] = [await countOf('set-rule'), await readContentVersion(env.DB)]
    expect((await confirm(path, 'set-rule', 'money')).status).toBe(303)
    expect(await priceOf()).toEqual({ USD: 600 })
    expect(await countOf('set-rule')).toBe(known + 1)
    expect(await readContentVersion(env.DB)).not.toBe(version)
    const after = await textAt('/admin/prices?done=set-rule')
    for (const text of ['The rule is saved', 'markup: 100%']) expect(after).toContain(text)
  })

  it('are shown with their minimum profit and their rounding before they are saved', async () => {
    const rule = { change: 'rule', currency: 'USD', markup: '40' }
    const rounded = pathTo('prices', { ...rule, minimumProfit: '1', step: '1', ending: '0,90' })
    expect(await textAt(rounded)).toContain(
      'Every plan, USD: cost plus 40%, at least $1 of profit, steps of $1, ending $0.90',
    )
  })

  it('with a name that no plan has are refused at the field', async () => {
    for (const [name, value] of [
      ['onlyPlan', 'tr-nope'],
      ['onlyCountry', 'uk'],
    ] as const) {
      const answer = await visitAs(
        'money',
        pathTo('prices', { ...dearer, onlyCountry: '', [name]: value }),
      )
      expect(answer.status).toBe(422)
      expect(await answer.text()).toMatch(
        new RegExp(`<input[^>]* aria-invalid="true"[^>]* name="${name}"`),
      )
    }
  })

  it('are removed after a preview', async () => {
    await confirm(pathTo('prices', dearer), 'set-rule', 'money')
    const [rule] = await rows<{ id: number }>(
      `SELECT id FROM price_rules WHERE country_code = 'tr'`,
    )
    const path = pathTo('prices', { change: 'remove', id: rule?.id })
    expect(await textAt(path)).toContain('$6 → $4.50')
    await confirm(path, 'remove-rule', 'owner')
    expect(await priceOf()).toEqual({ USD: 450 })
    expect((await visitAs('owner', path)).status).toBe(200)
  })

  it('need a rate for another currency', async () => {
    const rule = pathTo('prices', { change: 'rule', currency: 'RUB', markup: '0' })
    expect(await textAt(rule)).toContain('1 plan not sold in RUB: no rate of USD to RUB')
    await confirm(rule, 'set-rule', 'money')
    const rate = pathTo('prices', { change: 'rate', from: 'USD', amount: '92,5', to: 'RUB' })
    await confirm(rate, 'set-rate', 'money')
    expect(await priceOf()).toEqual({ USD: 450, RUB: 27_750 })
    expect(await textAt('/admin/prices')).toContain('1.00 USD = 92.50 RUB')
  })

  it('are not written when prices or rules have changed since the preview', async () => {
    const path = pathTo('prices', dearer)
    const form = await pressedForm('owner', path, 'set-rule')
    await sync([supplierPlan('a', { cost: usd(310) })])
    expect((await visitAs('owner', '/admin/prices', { form })).status).toBe(409)
    const again = await pressedForm('owner', path, 'set-rule')
    await confirm(pathTo('prices', { ...dearer, markup: '90' }), 'set-rule', 'money')
    expect((await visitAs('owner', '/admin/prices', { form: again })).status).toBe(409)
    expect(await rows('SELECT markup_hundredths FROM price_rules ORDER BY 1')).toEqual([
      { markup_hundredths: 5000 },
      { markup_hundredths: 9000 },
    ])
  })

  it('are not written when writing the prices fails', async () => {
    const form = await pressedForm('owner', pathTo('prices', dearer), 'set-rule')
    await run(`CREATE TRIGGER no_prices BEFORE UPDATE OF prices ON plans BEGIN
      SELECT RAISE(ABORT, 'broken'); END`)
    const answer = await visitAs('owner', '/admin/prices', { form })
    await run('DROP TRIGGER no_prices')
    expect(answer.status).toBe(500)
    expect(await rows('SELECT markup_hundredths FROM price_rules')).toEqual([
      { markup_hundredths: 5000 },
    ])
  })

  it('are saved only with a tick when more than 2,000 plans change, until the next sync', async () => {
    const plans = Array.from({ length: 2001 }, (_, index) =>
      supplierPlan(index === 0 ? 'a' : `plan-${index}`, { validityDays: 7 + (index % 300) }),
    )
    await sync(plans)
    const [path, known] = [pathTo('prices', dearer), await countOf('set-rule')]
    expect(await textAt(path)).toContain('too many plans')
    const answer = await confirm(path, 'set-rule', 'money')
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('too many prices')
    expect(await countOf('set-rule')).toBe(known)
    expect((await confirm(path, 'set-rule', 'money', { isConfirmed: 'yes' })).status).toBe(303)
    expect(await priceOf()).toEqual({ USD: 450 })
    await sync(plans)
    expect(await priceOf()).toEqual({ USD: 600 })
  })

  it('require a tick when a rate looks wrong', async () => {
    const rate = (amount: string) =>
      pathTo('prices', { change: 'rate', from: 'USD', amount, to: 'RUB' })
    await confirm(rate('92.50'), 'set-rate', 'money')
    await confirm(pathTo('prices', { ...dearer, currency: 'RUB' }), 'set-rule', 'money')
    expect(await priceOf()).toEqual({ USD: 450, RUB: 55_500 })
    advanceClock(60)
    const typo = rate('9.25')
    expect(await textAt(typo)).toContain('A price changes by more than half: tr-merhaba')
    expect((await confirm(typo, 'set-rate', 'money')).status).toBe(422)
    expect(await priceOf()).toEqual({ USD: 450, RUB: 55_500 })
    await confirm(typo, 'set-rate', 'money', { isConfirmed: 'yes' })
    expect(await priceOf()).toEqual({ USD: 450, RUB: 5550 })
  })

  it.each([
    [{ ...dearer, markup: 'much' }, 'Markup in percent'],
    [{ ...dearer, step: '0.5', ending: '0.9' }, 'Ending'],
    [{ ...dearer, onlyCountry: 'Turkey' }, 'Only this country'],
    [{ change: 'rate', from: 'USD', amount: '0', to: 'RUB' }, 'Amount'],
  ])('refuse %j', async (query, field) => {
    const answer = await visitAs('money', pathTo('prices', query))
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(`Check the field ‘${field}`)
  })
})

it.each(staffRoles)('allows or rejects a price change by the role %s', async (role) => {
  const isAllowed = mayDo({ role }, 'set-rule')
  const path = pathTo('prices', dearer)
  expect((await textAt(path, role)).includes('value="set-rule"')).toBe(isAllowed)
  const known = await countOf('set-rule')
  expect((await confirm(path, 'set-rule', role)).status).toBe(isAllowed ? 303 : 403)
  expect(await countOf('set-rule')).toBe(known + Number(isAllowed))
})

function sell(...plans: readonly SupplierPlan[]): void {
  const airalo = simulateSupplier('airalo', { faults: [] })
  const supplier = {
    ...airalo,
    async *catalogue() {
      yield plans
    },
  }
  supply.createSuppliers = () => [supplier]
}

const compare = async (role: StaffRole = 'owner') =>
  visitAs(role, '/admin/suppliers/compare', { form: { supplier: 'airalo' } })
const comparison = async () => (await compare()).text()
const syncForm = async () => hiddenFields(await comparison(), 'sync-catalogue')
const confirmSync = async (role: StaffRole = 'owner', change: object = {}) =>
  visitAs(role, '/admin/suppliers', { form: { ...(await syncForm()), ...change } })

describe('a sync', () => {
  it('accepts 20 confirmations an hour at most', async () => {
    sell(supplierPlan('a'), supplierPlan('b', { validityDays: 30 }))
    const form = await syncForm()
    const confirmWith = async (digest: string) =>
      visitAs('owner', '/admin/suppliers', { form: { ...form, digest } })
    for (let count = 0; count < 20; count += 1)
      expect((await confirmWith('another')).status).toBe(409)
    const refused = await confirmWith(form['digest'] ?? '')
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('confirmation 20 times within an hour')
    expect(await priceOf(monthPlan)).toBeNull()
  })

  it('shows the difference, and writes it after the confirmation', async () => {
    sell(supplierPlan('a'), supplierPlan('b', { validityDays: 30 }))
    const page = await comparison()
    for (const text of [monthPlan, '$4.50']) expect(page).toContain(text)
    expect(await priceOf(monthPlan)).toBeNull()
    const known = await countOf('sync-catalogue')
    expect((await confirmSync()).status).toBe(303)
    expect(await priceOf(monthPlan)).toEqual({ USD: 450 })
    expect(await countOf('sync-catalogue')).toBe(known + 1)
    const after = await textAt('/admin/suppliers?done=sync-catalogue', 'support')
    for (const text of ['The catalogue is synced', '2 plans', 'synced'])
      expect(after).toContain(text)
  })

  it('is done once when the button is pressed twice', async () => {
    sell(supplierPlan('a'), supplierPlan('b', { validityDays: 30 }))
    const known = await countOf('sync-catalogue')
    const form = await syncForm()
    const press = async () => visitAs('owner', '/admin/suppliers', { form })
    expect((await Promise.all([press(), press()])).map(({ status }) => status)).toEqual([303, 303])
    expect(await countOf('sync-catalogue')).toBe(known + 1)
  })

  it('is a conflict when the catalogue has changed since it was shown', async () => {
    sell(supplierPlan('a'), supplierPlan('b', { validityDays: 30 }))
    const form = await syncForm()
    sell(supplierPlan('a'), supplierPlan('b', { validityDays: 15 }))
    const answer = await visitAs('owner', '/admin/suppliers', { form })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain(idOf('b', { validityDays: 15 }))
    expect(await priceOf(idOf('b', { validityDays: 15 }))).toBeNull()
  })

  it('requires a tick when the catalogue looks wrong', async () => {
    sell(supplierPlan('a', { cost: usd(900) }))
    expect(await comparison()).toContain('A cost changes by more than half: a.')
    expect((await confirmSync()).status).toBe(422)
    expect(await priceOf()).toEqual({ USD: 450 })
    await confirmSync('owner', { isConfirmed: 'yes' })
    expect(await priceOf()).toEqual({ USD: 1350 })
  })

  it('calls the supplier only for a form, at most 20 times an hour', async () => {
    sell(supplierPlan('a'), supplierPlan('b', { validityDays: 30 }))
    expect(await textAt('/admin/suppliers?compare=airalo', 'owner')).not.toContain('30d')
    const form = await syncForm()
    for (let count = 1; count < 20; count += 1) expect((await compare()).status).toBe(200)
    const refused = await compare()
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('compared 20 times within an hour')
    // At the limit, staff can still confirm the shown difference. A conflict does not mention it.
    const confirmWith = async (change: object) =>
      visitAs('owner', '/admin/suppliers', { form: { ...form, ...change } })
    const stale = await confirmWith({ digest: 'another' })
    expect(stale.status).toBe(409)
    expect(await stale.text()).not.toContain('compared 20 times')
    expect((await confirmWith({})).status).toBe(303)
    expect(await priceOf(monthPlan)).toEqual({ USD: 450 })
    advanceClock(3600)
    expect((await compare()).status).toBe(200)
  })

  it('shows that the supplier does not answer', async () => {
    const airalo = simulateSupplier('airalo', { faults: [] })
    const supplier = {
      ...airalo,
      // oxlint-disable-next-line eslint/require-yield -- it fails before the first page
      async *catalogue(): AsyncGenerator<readonly SupplierPlan[]> {
        throw new SupplierError('airalo', 'unknown', 'no answer')
      },
    }
    supply.createSuppliers = () => [supplier]
    const answer = await compare()
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('The supplier did not answer')
  })
})

it.each(staffRoles)('allows or rejects a sync by the role %s', async (role) => {
  sell(supplierPlan('a'), supplierPlan('b', { validityDays: 30 }))
  const isAllowed = mayDo({ role }, 'sync-catalogue')
  expect((await compare(role)).status).toBe(isAllowed ? 200 : 403)
  const known = await countOf('sync-catalogue')
  const answer = await confirmSync(role)
  expect(answer.status).toBe(isAllowed ? 303 : 403)
  // A refused role gets no comparison, because it would call the supplier.
  expect(await answer.text()).not.toContain(monthPlan)
  expect(await countOf('sync-catalogue')).toBe(known + Number(isAllowed))
})
