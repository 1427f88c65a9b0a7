import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { planActionForms } from '../../src/plans/office-plan-actions.tsx'
import { refreshPlacements } from '../../src/plans/can-sell.ts'
import { readContentVersion } from '../../src/plans/content-version.ts'
import { listPlans, plansPerPage } from '../../src/plans/plans-for-office.ts'
import { mayDo, planActions, staffRoles } from '../../src/api/staff.ts'
import type { PlanAction, StaffRole } from '../../src/api/staff.ts'
import { recordQueries } from '../support/record-queries.ts'
import { api, rows, openShop, run, numbersTo } from '../support/small-shop.ts'
import { auditRows } from '../support/staff.ts'
import { pressedForm, visitAs, officePage, sendForm } from '../support/visit-office.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(async () => {
  await openShop(3)
  await run(
    `INSERT INTO suppliers (id, is_on) VALUES ('airalo', 1)`,
    `INSERT INTO operators (ident, title, search_title) VALUES ('merhaba', 'Merhaba', 'merhaba')`,
    `INSERT INTO plans (id, operator_ident, kind, country_codes, market, traffic_mb,
        validity_days, prices, supplier) VALUES ('tr-merhaba-1gb-7d', 'merhaba', 'country', '["tr"]',
        'travel', 1024, 7, '{"USD":490}', 'airalo')`,
    `INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, cost_minor,
        cost_currency, seen_at) VALUES ('tr-merhaba-1gb-7d', 'airalo', 'merhaba-7', 10, 300, 'USD', '')`,
    `INSERT INTO price_rules (currency, markup_hundredths) VALUES ('USD', 5000)`,
    `UPDATE stock SET cost_minor = 800, cost_currency = 'USD'`,
  )
})

const planPath = (id: string) => `/admin/plan?id=${id}`
type Fields = { readonly [field: string]: string }

async function act(role: StaffRole, action: PlanAction, fields: Fields, id = 'tr-10') {
  return sendForm(role, planPath(id), action, fields)
}

async function pageOf(path: string, role: StaffRole = 'support'): Promise<string> {
  return officePage(role, path)
}

describe('the list of plans', () => {
  const idsOf = (page: string) =>
    [...page.matchAll(/href="\/admin\/plan\?id=([^"]+)"/g)].map(([, id]) => id)

  it('shows stock, prices, costs, margins and the reason why a plan is not sold', async () => {
    const page = await pageOf('/admin/plans')
    expect(idsOf(page)).toEqual(['tr-merhaba-1gb-7d', 'tr-10', 'tr-sold-out'])
    for (const text of ['$12.50', '$8', '$4.50 (36%)', 'On sale', 'Sold out', 'airalo'])
      expect(page).toContain(text)
  })

  it.each([
    ['tr-', ['tr-merhaba-1gb-7d', 'tr-10', 'tr-sold-out']],
    ['tr-me', ['tr-merhaba-1gb-7d']],
    ['Türkiye', ['tr-merhaba-1gb-7d', 'tr-10', 'tr-sold-out']],
    ['turkcell', ['tr-10', 'tr-sold-out']],
    ['airalo', ['tr-merhaba-1gb-7d']],
    ['atlantis', []],
  ])('finds %s', async (query, expected) => {
    await run(`UPDATE plans SET is_listed = 0 WHERE id = 'tr-merhaba-1gb-7d'`)
    expect(idsOf(await pageOf(`/admin/plans?q=${encodeURIComponent(query)}`))).toEqual(expected)
  })

  it('sorts by place, operator, data and days', async () => {
    const sizes = [102_400, null, 5120, 10_240]
    await run(sql`INSERT INTO plans (id, operator_ident, kind, country_codes, market, traffic_mb,
        validity_days, prices) SELECT 'al-' || key, 'merhaba', 'country', '["al"]', 'travel', value,
        7, '{"USD":490}' FROM json_each(${JSON.stringify(sizes)})`)
    expect(idsOf(await pageOf('/admin/plans')).slice(0, 5)).toEqual([
      'al-2',
      'al-3',
      'al-0',
      'al-1',
      'tr-merhaba-1gb-7d',
    ])
  })

  it('groups plans that are sold out and plans that are not on sale', async () => {
    await act('owner', 'take-off-sale', { reason: 'Complaints' })
    expect(idsOf(await pageOf('/admin/plans?group=off'))).toEqual(['tr-10'])
    expect(idsOf(await pageOf('/admin/plans?group=sold-out'))).toEqual(['tr-sold-out'])
  })

  it('splits into pages', async () => {
    await run(sql`INSERT INTO plans
        (id, operator_ident, kind, country_codes, market, validity_days, prices, is_listed)
      SELECT 'x-' || (99 + value), 'merhaba', 'country', '["tr"]', 'travel', 7, '{"USD":490}', 0
      FROM ${numbersTo(plansPerPage)}`)
    const page = await pageOf('/admin/plans')
    expect(page).toContain('Plans 1–50 of 53')
    const [, next = ''] = /href="([^"]+)">Next page/.exec(page) ?? []
    const last = await pageOf(next)
    expect(idsOf(last)).toEqual(['x-149', 'tr-10', 'tr-sold-out'])
    expect(last).toContain('Plans 51–53 of 53')
    expect(last).not.toContain('Next page')
    expect(await pageOf('/admin/plans?page=9')).toContain('There are no plans here.')
  })

  it('reads only indexes for each page', async () => {
    const plans = await recordQueries(async () => {
      for (const query of ['', 'tr-', 'türkiye', 'turkcell', 'airalo'])
        for (const group of ['all', 'sold-out', 'off'] as const)
          await listPlans({ db: env.DB }, { query, group, page: 2 }, 'en')
    })
    expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
  })
})

const fields: { readonly [action in PlanAction]: Fields } = {
  'set-prices': { priceUSD: '13', priceRUB: '1190' },
  'take-off-sale': { reason: 'Complaints' },
  'put-on-sale': {},
  'describe-plan': { hotspot: 'yes', topUp: '', kyc: 'no', apn: 'internet', unlimitedApps: 'A; B' },
  'add-source': { supplier: 'airalo', planCode: 'merhaba-30', priority: '5' },
  'remove-source': { source: 'airalo merhaba-30' },
}
const before: { readonly [action in PlanAction]?: PlanAction } = {
  'put-on-sale': 'take-off-sale',
  'remove-source': 'add-source',
}
const cells = planActions.flatMap((action) => staffRoles.map((role) => ({ action, role })))

async function countOf(action: PlanAction, role: StaffRole): Promise<number> {
  const audit = await auditRows('tr-10')
  return audit.filter((row) => row.action === action && row.role === role).length
}

describe.each(cells)('$role and $action', ({ role, action }) => {
  const isAllowed = mayDo({ role }, action)

  it('takes effect with an audit row, or is refused and not shown', async () => {
    const first = before[action]
    if (first) await act('owner', first, fields[first])
    const known = await countOf(action, role)
    const page = await pageOf(planPath('tr-10'), role)
    expect(page.includes(`name="action" value="${action}"`)).toBe(isAllowed)
    const version = await readContentVersion(env.DB)
    const answer = await act(role, action, fields[action])
    expect(answer.status).toBe(isAllowed ? 303 : 403)
    expect(await countOf(action, role)).toBe(known + Number(isAllowed))
    expect((await readContentVersion(env.DB)) !== version).toBe(isAllowed)
  })
})

it.each(planActions)('confirms %s again when its form is sent again', async (action) => {
  const first = before[action]
  if (first) await act('owner', first, fields[first])
  const path = planPath('tr-10')
  const form = { ...(await pressedForm('owner', path, action)), ...fields[action] }
  const press = async () => (await visitAs('owner', path, { form })).status
  expect([await press(), await press()]).toEqual([303, 303])
})

it('has a form for every action on a plan', () => {
  expect(planActionForms.map(({ name }) => name).toSorted()).toEqual(planActions.toSorted())
})

describe('prices', () => {
  const shown = async (id = 'tr-10') => {
    const plan = await api().tariff({ id })
    return plan.ok ? plan.value.data.prices : null
  }

  it('change on the pages of the shop and in its lists', async () => {
    await act('money', 'set-prices', { priceUSD: '9,90', priceRUB: '' })
    expect(await shown()).toEqual({ USD: 990 })
    expect(await rows(`SELECT DISTINCT price FROM placements WHERE plan_id = 'tr-10'`)).toEqual([
      { price: 990 },
    ])
    const page = await pageOf(`${planPath('tr-10')}&done=set-prices`)
    for (const text of ['The prices are saved', 'USD: 12.50 → 9.90', 'RUB: 1\u00A0150.00 → —'])
      expect(page).toContain(text)
  })

  it.each([
    ['30', '1150'],
    ['12.50', '5'],
  ])('%s USD and %s RUB need a confirmation', async (priceUSD, priceRUB) => {
    const answer = await act('money', 'set-prices', { priceUSD, priceRUB })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('name="isConfirmed"')
    expect(await shown()).toEqual({ USD: 1250, RUB: 115_000 })
    await act('money', 'set-prices', { priceUSD, priceRUB, isConfirmed: 'yes' })
    expect((await shown())?.['USD']).toBe(Number(priceUSD) * 100)
  })

  it.each(['', 'ten', '1.234', '-1', '0'])('refuse %j in the base currency', async (priceUSD) => {
    const answer = await act('money', 'set-prices', { priceUSD, priceRUB: '1150' })
    expect(answer.status).toBe(422)
    expect(await shown()).toEqual({ USD: 1250, RUB: 115_000 })
  })

  it('are saved once when the button is pressed twice, and do not overwrite a change', async () => {
    const hidden = await pressedForm('money', planPath('tr-10'), 'set-prices')
    const form = { ...hidden, priceUSD: '13', priceRUB: '1190' }
    const press = async (change: Fields = {}) =>
      visitAs('money', planPath('tr-10'), { form: { ...form, ...change } })
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const late = await press({ idempotencyKey: 'k'.repeat(43), priceUSD: '14' })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('value="14"')
    expect(await shown()).toEqual({ USD: 1300, RUB: 119_000 })
  })

  it('conflict with an import since the form was opened', async () => {
    const form = await pressedForm('money', planPath('tr-10'), 'set-prices')
    await run(`UPDATE plans SET prices = '{"USD":1200}' WHERE id = 'tr-10'`)
    const answer = await visitAs('money', planPath('tr-10'), { form: { ...form, priceUSD: '13' } })
    expect(answer.status).toBe(409)
  })

  it('override the rules of a supplier’s plan until staff remove the prices', async () => {
    await act('money', 'set-prices', { priceUSD: '5', priceRUB: '' }, 'tr-merhaba-1gb-7d')
    expect(await shown('tr-merhaba-1gb-7d')).toEqual({ USD: 500 })
    expect(await pageOf(planPath('tr-merhaba-1gb-7d'))).toContain('$5, set by you')
    await act('money', 'set-prices', { priceUSD: '', priceRUB: '' }, 'tr-merhaba-1gb-7d')
    expect(await shown('tr-merhaba-1gb-7d')).toEqual({ USD: 450 })
  })
})

describe('a plan that is taken off sale', () => {
  const isSold = async () => {
    const list = await api().tariffsMarketplace({ country: 'tr' })
    return list.ok && list.value.data.some(({ tariffID }) => tariffID === 'tr-10')
  }
  const isInSitemap = async () => {
    const index = await api().tariffIndex({})
    return index.ok && index.value.data.some(({ tariffID }) => tariffID === 'tr-10')
  }

  it('is in no list until staff put it back on sale', async () => {
    await act('owner', 'take-off-sale', { reason: 'Complaints' })
    expect(await isSold()).toBe(false)
    expect(await isInSitemap()).toBe(false)
    const page = await pageOf(planPath('tr-10'), 'owner')
    expect(page).toContain('You took it off sale')
    expect(page).toContain('reason: Complaints')
    await act('owner', 'put-on-sale', {})
    expect(await isSold()).toBe(true)
    expect(await isInSitemap()).toBe(true)
  })
})

it('sells from an added source until staff remove it, and rejects an unknown source', async () => {
  await act(
    'owner',
    'add-source',
    { supplier: 'airalo', planCode: 'm', priority: '3' },
    'tr-sold-out',
  )
  const page = await pageOf(planPath('tr-sold-out'))
  expect(page).toContain('On sale')
  await act('owner', 'remove-source', { source: 'airalo m' }, 'tr-sold-out')
  expect(await pageOf(planPath('tr-sold-out'))).toContain('Sold out')
  const wrong = await act('owner', 'add-source', {
    supplier: 'stock',
    planCode: 'code',
    priority: '3',
  })
  expect(await wrong.text()).toContain('This source doesn’t exist')
})

it('shows why a supplier’s plan is not sold', async () => {
  const path = planPath('tr-merhaba-1gb-7d')
  const stateAfter = async (sql: string) => {
    await env.DB.batch([env.DB.prepare(sql), refreshPlacements(env.DB)])
    return pageOf(path)
  }
  expect(await pageOf(path)).toContain('<dd>at the supplier</dd>')
  expect(await stateAfter('UPDATE suppliers SET missing_minor = 300')).toContain('account is empty')
  const refuseKey = `UPDATE suppliers SET key_refused_at = '2026-11-21'`
  expect(await stateAfter(refuseKey)).toContain('Supplier refuses the key')
  const off = await stateAfter('UPDATE suppliers SET is_on = 0')
  for (const text of ['Supplier is off', 'switches it on within a minute', '<dd>0</dd>'])
    expect(off).toContain(text)
  expect(await stateAfter('UPDATE plan_sources SET is_available = 0')).toContain('Gone at the')
})

it('shows no activation code', async () => {
  const page = await pageOf(planPath('tr-10'), 'owner')
  expect(page).toContain('Sample')
  expect(page).not.toContain('CODE-0')
  expect(page).not.toContain('rsp.example.com')
})
