import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { readContentVersion } from '../../src/plans/content-version.ts'
import { syncCatalogue } from '../../scripts/shop/sync-catalogue.ts'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import { pacedCatalogue, syncDueCatalogue } from '../../src/plans/sync-catalogue.ts'
import { countCalls } from '../../src/supply/count-calls.ts'
import { planSync } from '../../src/plans/plan-sync.ts'
import { reprice } from '../../src/plans/set-prices.ts'
import { syncBatches, writeSync } from '../../src/plans/write-sync.ts'
import { takeOffSale } from '../../src/plans/plan-actions.ts'
import { versionOf } from '../../src/api/perform-action.ts'
import { readPriceBook } from '../../src/plans/price-book.ts'
import { refuseOrder } from '../../src/purchases/take-step.ts'
import { resumePlans } from '../../src/purchases/supplier-states.ts'
import { SupplierError } from '../../src/supply/supplier.ts'
import type { SupplierPlan } from '../../src/supply/supplier.ts'
import { backendConfig } from '../../src/settings.ts'
import { runBeforeBatch } from '../support/run-before-batch.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { hourMs } from '../../src/kit/time.shared.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  orderOf,
  rows,
  stockShop,
  run,
  usd,
} from '../support/small-shop.ts'
import { member, staffContext } from '../support/staff.ts'
import { createAiraloRig } from '../suppliers/airalo-rig.ts'
import { idleSupplier } from '../suppliers/idle-supplier.ts'
import {
  catalogueOf,
  shop,
  idOf,
  openPricedShop,
  supplierPlan,
  sync,
} from './supplier-catalogue.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(async () => {
  await clearShop()
  await openPricedShop()
})

async function plansIn(country: string) {
  const list = await api().tariffsMarketplace({ country })
  return list.ok
    ? list.value.data.map(({ tariffID, prices, inStock }) => ({ tariffID, prices, inStock }))
    : []
}

it('fills an empty shop: plans, operators, countries, titles and lists', async () => {
  const europe = ['at', 'de', 'fr', 'tr'].map((countryCode) => ({ countryCode, networks: [] }))
  const unlimited = idOf('eu-unlimited', { coverage: europe, trafficMb: null })
  const turkish = idOf('tr-1')
  expect(turkish).toMatch(/^tr-merhaba-1gb-7d-[a-z0-9]{6,7}$/)
  expect(unlimited).toMatch(/^europe-merhaba-unlimited-7d-[a-z0-9]{6,7}$/)
  const { lines } = await sync([
    supplierPlan('tr-1'),
    supplierPlan('eu-unlimited', {
      coverage: europe,
      trafficMb: null,
      terms: { fairUseThresholdMb: 2048, fairUseSpeedKbps: 512 },
    }),
  ])
  expect(lines).toEqual([
    'airalo: 2 plans. 2 new, 0 back, 0 gone, 0 dearer, 0 cheaper. 2 plans of the shop change.',
    'not sold in RUB: no price rule (plans: 2)',
    `new     ${unlimited} (eu-unlimited)  3.00 USD`,
    `new     ${turkish} (tr-1)  3.00 USD`,
  ])
  expect(await plansIn('tr')).toEqual([
    { tariffID: unlimited, prices: { USD: 490 }, inStock: true },
    { tariffID: turkish, prices: { USD: 490 }, inStock: true },
  ])
  const plan = await api('ru').tariff({ id: turkish })
  expect(plan).toMatchObject({
    ok: true,
    value: {
      data: {
        placeTitle: 'Турция',
        operator: { ident: 'merhaba', title: 'Merhaba' },
        networks: [
          {
            countryCode2Letters: 'tr',
            networks: [{ title: 'Turkcell', generations: ['4G', '5G'] }],
          },
        ],
        topUp: true,
        kyc: false,
        apn: 'internet',
      },
    },
  })
  expect(await api().tariff({ id: unlimited })).toMatchObject({
    ok: true,
    value: { data: { worldRegion: 'europe', fairUse: { thresholdMb: 2048, speedKbps: 512 } } },
  })
})

it('makes the same changes for any order of the catalogue and of its countries', async () => {
  const coverage = ['tr', 'de', 'fr'].map((countryCode) => ({ countryCode, networks: [] }))
  // Two plans that look the same are in different chunks of a long catalogue.
  const plans = [
    supplierPlan('b'),
    supplierPlan('d', { coverage, operator: { code: '18', title: 'MERHABA' } }),
    ...Array.from({ length: 2000 }, (_, index) => supplierPlan(`long-${index}`, { trafficMb: 0 })),
    supplierPlan('a'),
    supplierPlan('c'),
  ]
  const reordered = plans
    .toReversed()
    .map((plan) => ({ ...plan, coverage: plan.coverage.toReversed() }))
  const draftOf = async (catalogue: readonly SupplierPlan[]) =>
    planSync(env.DB, catalogueOf(catalogue), shop)
  const draft = await draftOf(plans)
  expect(draft.sources.map(({ tariffID, planCode }) => [planCode, tariffID])).toEqual(
    ['a', 'b', 'c']
      .map((code) => [code, idOf(code)])
      .concat([['d', idOf('d', { coverage, operator: { code: '18', title: 'MERHABA' } })]])
      .toSorted(([, one = ''], [, other = '']) => (one < other ? -1 : 1)),
  )
  expect(await draftOf(reordered)).toEqual(draft)
  await sync(plans)
  const dearer = plans.map((plan) => ({ ...plan, cost: usd(310) }))
  expect(await draftOf(dearer.toReversed())).toEqual(await draftOf(dearer))
  expect((await draftOf(reordered)).plans).toEqual([])
})

it('gives a plan the same id in a shop that has other plans', async () => {
  const idOfA = async (...others: readonly SupplierPlan[]) => {
    await clearShop()
    await openPricedShop()
    await sync([...others, supplierPlan('a')])
    return rows(`SELECT plan_id FROM plan_sources WHERE plan_code = 'a'`)
  }
  const alone = await idOfA()
  expect(alone).toEqual([{ plan_id: 'tr-merhaba-1gb-7d-5hga5g' }])
  expect(await idOfA(supplierPlan('b'), supplierPlan('A'))).toEqual(alone)
})

it('gives a plan another id when a plan from a file has its id', async () => {
  await stockShop(1)
  await run(`INSERT INTO plans (id, operator_ident, kind, country_codes, market, traffic_mb,
    validity_days, prices) SELECT '${idOf('a')}', operator_ident, kind, country_codes, market,
    traffic_mb, validity_days, prices FROM plans WHERE id = 'tr-10'`)
  await sync([supplierPlan('a')])
  const [source] = await rows<{ id: string }>('SELECT plan_id AS id FROM plan_sources')
  expect(source?.id).toMatch(new RegExp(`^${idOf('a')}-[a-z0-9]{6,7}$`))
})

it('writes search titles without accents', async () => {
  const plan = supplierPlan('cr-1', { operator: { code: '18', title: 'Kölbi ICE' } })
  const titles = () => rows('SELECT search_title FROM operators')
  await sync([plan])
  expect(await titles()).toEqual([{ search_title: 'kolbi ice' }])
})

it('writes nothing when nothing changed, and under 200 rows for two changed costs', async () => {
  const plans = Array.from({ length: 40 }, (_, index) =>
    supplierPlan(`plan-${index}`, { validityDays: index + 1 }),
  )
  await sync(plans)
  const version = await readContentVersion(env.DB)
  // Two rows record the sync.
  expect((await sync(plans)).written).toBeLessThanOrEqual(2)
  expect(await readContentVersion(env.DB)).toBe(version)
  const dearer = plans.map((plan, index) => (index < 2 ? { ...plan, cost: usd(400) } : plan))
  const { written, lines } = await sync(dearer)
  expect(lines).toEqual([
    'airalo: 40 plans. 0 new, 0 back, 0 gone, 2 dearer, 0 cheaper. 2 plans of the shop change.',
    'not sold in RUB: no price rule (plans: 40)',
    `dearer  ${idOf('plan-0', { validityDays: 1 })} (plan-0)  3.00 USD → 4.00 USD`,
    `dearer  ${idOf('plan-1', { validityDays: 2 })} (plan-1)  3.00 USD → 4.00 USD`,
  ])
  expect(written).toBeGreaterThan(0)
  expect(written).toBeLessThan(200)
  expect(
    await rows(`SELECT DISTINCT price FROM placements WHERE plan_id GLOB '*-[12]d-*'`),
  ).toEqual([{ price: 690 }])
  expect(await readContentVersion(env.DB)).not.toBe(version)
})

it('delists a missing plan, and sells it again when it is back', async () => {
  const plans = ['a', 'b', 'c', 'd', 'e'].map((code, index) =>
    supplierPlan(code, { validityDays: index + 1 }),
  )
  await sync(plans)
  const id = idOf('a', { validityDays: 1 })
  const { lines } = await sync(plans.slice(1))
  expect(lines.at(-1)).toBe(`gone    ${id} (a)  3.00 USD`)
  expect(await plansIn('tr')).toHaveLength(4)
  expect(await rows(`SELECT is_available FROM plan_sources WHERE plan_code = 'a'`)).toEqual([
    { is_available: 0 },
  ])
  expect((await sync(plans)).lines.at(-1)).toBe(`back    ${id} (a)  3.00 USD`)
  expect(await plansIn('tr')).toHaveLength(5)
})

describe('a plan that the supplier refused', () => {
  const plans = ['a', 'b', 'c', 'd', 'e'].map((code, index) =>
    supplierPlan(code, { validityDays: index + 1 }),
  )
  const refuse = (backAt: Date | null) =>
    env.DB.prepare(`UPDATE plan_sources SET is_available = 0, back_at = ? WHERE plan_code = 'a'`)
      .bind(backAt?.toISOString() ?? null)
      .run()
  const inSixHours = () => new Date(clock.now.getTime() + 6 * hourMs)

  /** The supplier refuses an order of the plan `a`. */
  async function refuseAsGone(runStart = clock.now): Promise<void> {
    const [plan] = await rows<{ id: string }>(
      `SELECT plan_id AS id FROM plan_sources WHERE plan_code = 'a'`,
    )
    const placed = await api().activation(orderOf(plan?.id))
    const order = {
      key: 'order',
      invoiceID: placed.ok ? placed.value.data.invoiceID : '',
      position: 1,
      kind: 'plan',
      supplier: 'airalo',
      planCode: 'a',
      costMinor: 300,
      status: 'sent',
      reference: null,
      iccid: null,
      tries: 1,
      isNeeded: true,
    } as const
    await run(sql`INSERT INTO purchases
      (key, order_id, line_position, kind, supplier, plan_code, status, tries, created_at)
      VALUES ('order', ${order.invoiceID}, 1, 'plan', 'airalo', 'a', 'sent', 1, ${clock.now})`)
    const context = { ...staffContext(), now: runStart, clock: () => clock.now }
    await refuseOrder(context, order, { reason: 'plan-gone', message: 'no such plan' })
  }

  it.each([
    ['gone', () => null],
    ['out of stock', inSixHours],
  ])('as %s leaves the lists when the catalogue lacks it', async (_, backAt) => {
    await sync(plans)
    await refuse(backAt())
    await sync(plans.slice(1))
    expect(await plansIn('tr')).toHaveLength(4)
    advanceClock(7 * 3600)
    await resumePlans(staffContext())
    expect(await rows(`SELECT is_available FROM plan_sources WHERE plan_code = 'a'`)).toEqual([
      { is_available: 0 },
    ])
    expect((await sync(plans.slice(1))).written).toBeLessThanOrEqual(2)
  })

  it('as out of stock stays paused for six hours, although the catalogue lists it', async () => {
    await sync(plans)
    await refuse(inSixHours())
    const source = () =>
      rows(`SELECT is_available, cost_minor AS cost FROM plan_sources WHERE plan_code = 'a'`)
    const unchanged = await sync(plans)
    expect(unchanged.lines[0]).toContain('0 back, 0 gone, 0 dearer')
    expect(unchanged.written).toBeLessThanOrEqual(2)
    const cost = usd(310)
    await sync(plans.map((plan) => (plan.code === 'a' ? { ...plan, cost } : plan)))
    expect(await source()).toEqual([{ is_available: 0, cost: 310 }])
    expect((await plansIn('tr')).filter(({ inStock }) => !inStock)).toHaveLength(1)
    advanceClock(6 * 3600)
    await resumePlans(staffContext())
    expect(await source()).toEqual([{ is_available: 1, cost: 310 }])
    expect((await plansIn('tr')).filter(({ inStock }) => !inStock)).toEqual([])
  })

  it('as out of stock during a sync stays paused', async () => {
    await sync(plans)
    const dearer = plans.map((plan) => ({ ...plan, cost: usd(310) }))
    const planned = await planSync(env.DB, catalogueOf(dearer), shop)
    await refuse(inSixHours())
    for (const batch of syncBatches(env.DB, planned, 'USD', clock.now)) await env.DB.batch(batch)
    expect(await rows(`SELECT plan_code FROM plan_sources WHERE is_available = 0`)).toEqual([
      { plan_code: 'a' },
    ])
  })

  it.each([
    ['read', 60],
    ['compared', 60],
    ['read', 0],
    ['compared', 0],
  ])('as gone stays sold out after the list was %s, %i s later', async (step, seconds) => {
    await sync(plans)
    const syncStart = clock.now
    advanceClock(seconds)
    const dearer = plans.map((plan) => ({ ...plan, cost: usd(310) }))
    if (step === 'read') await refuseAsGone()
    const planned = await planSync(env.DB, catalogueOf(dearer), shop)
    if (step === 'compared') await refuseAsGone()
    await writeSync(env.DB, planned, 'USD', syncStart)
    const sources = () =>
      rows(`SELECT is_available, cost_minor AS cost FROM plan_sources WHERE plan_code = 'a'`)
    expect(await sources()).toEqual([{ is_available: 0, cost: 310 }])
    expect((await plansIn('tr')).filter(({ inStock }) => !inStock)).toHaveLength(1)
    advanceClock(60)
    await sync(dearer)
    expect(await sources()).toEqual([{ is_available: 1, cost: 310 }])
  })

  it('as gone stays sold out when the run that ordered it began before the sync', async () => {
    await sync(plans)
    const [runStart, syncStart] = [clock.now, new Date(clock.now.getTime() + 60_000)]
    const dearer = plans.map((plan) => ({ ...plan, cost: usd(310) }))
    const planned = await planSync(env.DB, catalogueOf(dearer), shop)
    advanceClock(120)
    await refuseAsGone(runStart)
    await writeSync(env.DB, planned, 'USD', syncStart)
    expect(await rows(`SELECT is_available FROM plan_sources WHERE plan_code = 'a'`)).toEqual([
      { is_available: 0 },
    ])
  })

  it('as out of stock stays in the lists when prices change', async () => {
    await sync(plans)
    await refuse(inSixHours())
    await run('UPDATE price_rules SET markup_hundredths = 10000')
    const priced = await reprice(env.DB, await readPriceBook(env.DB, shop))
    await writeSync(env.DB, priced, 'USD', clock.now)
    expect(await plansIn('tr')).toHaveLength(5)
  })
})

it('describes a plan with several codes by the first available one, in any order of the file', async () => {
  const [a, b, c] = [
    supplierPlan('a', { cost: usd(400) }),
    supplierPlan('b', { cost: usd(300) }),
    supplierPlan('c', { cost: usd(350) }),
  ] as const
  await sync([b])
  await run(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
    VALUES ('${idOf('b')}', 'airalo', 'a', 10, '2026-11-21'), ('${idOf('b')}', 'airalo', 'c', 10,
    '2026-11-21')`)
  for (const file of [
    [a, b, c],
    [c, b, a],
  ]) {
    await sync(file)
    expect(await plansIn('tr')).toMatchObject([{ prices: { USD: 690 } }])
    expect((await sync(file)).written).toBeLessThanOrEqual(2)
  }
  await sync([c, b], { isConfirmed: true })
  expect(await plansIn('tr')).toMatchObject([{ prices: { USD: 490 } }])
})

it('compares the costs of other codes of a plan with its new price', async () => {
  const codes = (first: number, second: number) => [
    supplierPlan('a', { cost: usd(first) }),
    supplierPlan('b', { cost: usd(second) }),
  ]
  await sync(codes(400, 350).slice(0, 1))
  await run(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
    VALUES ('${idOf('a')}', 'airalo', 'b', 10, '2026-11-21')`)
  const tooLowOf = async (plans: readonly SupplierPlan[]) =>
    (await planSync(env.DB, catalogueOf(plans), shop)).tooLow
  // The stored price is 6.90.
  expect(await tooLowOf(codes(800, 700))).toEqual([])
  expect(await tooLowOf(codes(300, 500))).toEqual([{ tariffID: idOf('a'), currencies: ['USD'] }])
})

it('delists a plan when all of its codes are gone, and keeps it when one is back', async () => {
  const [a, b] = [supplierPlan('a'), supplierPlan('b')]
  await sync([a])
  await run(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
    VALUES ('${idOf('a')}', 'airalo', 'b', 10, '2026-11-21')`)
  await sync([a, b])
  await sync([a], { isConfirmed: true })
  await sync([b], { isConfirmed: true })
  expect(await plansIn('tr')).toHaveLength(1)
  await sync([a, b])
  await sync([], { isConfirmed: true })
  expect(await plansIn('tr')).toEqual([])
  expect(await rows('SELECT is_listed FROM plans')).toEqual([{ is_listed: 0 }])
})

it('lists each plan in one part of the sitemap after plans are added and removed', async () => {
  const plans = Array.from({ length: 40 }, (_, index) =>
    supplierPlan(`plan-${index}`, { validityDays: index + 1 }),
  )
  const index = async (query: { readonly from?: string; readonly every?: number }) => {
    const answer = await api().tariffIndex({ ...query, limit: 10 })
    return answer.ok ? answer.value.data.map(({ tariffID }) => tariffID) : []
  }
  await sync(plans)
  await sync(plans.filter((plan) => plan.code !== 'plan-0' && plan.code !== 'plan-17'))
  const parts = await index({ every: 10 })
  const listed = (await Promise.all(parts.map(async (from) => index({ from })))).flat()
  expect(listed).toHaveLength(38)
  expect(new Set(listed).size).toBe(38)
})

it('sells a missing plan while the shop has profiles of it', async () => {
  await sync([supplierPlan('a')])
  await run(`INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
    VALUES ('8910300000000000017', '${idOf('a')}', 'rsp.example.com', 'A')`)
  await sync([], { isConfirmed: true })
  expect(await plansIn('tr')).toMatchObject([{ tariffID: idOf('a'), inStock: true }])
})

it('refuses a catalogue that lacks more than a fifth of the plans, or has a jump in a cost', async () => {
  const plans = ['a', 'b', 'c', 'd'].map((code) => supplierPlan(code))
  await sync(plans)
  const shorter = await sync(plans.slice(1))
  expect(shorter).toMatchObject({ refused: ['1 of 4 plans on sale are missing'], written: 0 })
  const jump = [supplierPlan('a', { cost: usd(451) }), ...plans.slice(1)]
  expect(await sync(jump)).toMatchObject({
    refused: ['a cost changes by more than 50%: a'],
    written: 0,
  })
  expect(await sync(jump, { isConfirmed: true })).toMatchObject({ refused: [] })
  expect(await sync(jump)).toMatchObject({ refused: [] })
})

it('writes nothing in a dry run', async () => {
  const { lines, written } = await sync([supplierPlan('a')], { isDryRun: true })
  expect(lines).toContain(`new     ${idOf('a')} (a)  3.00 USD`)
  expect(written).toBe(0)
  expect(await rows('SELECT id FROM plans')).toEqual([])
})

it('changes only the sources of plans of the operator', async () => {
  await stockShop(1)
  await run(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
    VALUES ('tr-10', 'airalo', 'a', 5, '2026-11-01T00:00:00.000Z')`)
  const before = await rows(`SELECT * FROM plans`)
  await sync([supplierPlan('a'), supplierPlan('b')])
  expect(await rows(`SELECT * FROM plans WHERE supplier IS NULL`)).toEqual(before)
  expect(
    await rows(
      `SELECT plan_id, plan_code, priority, cost_minor FROM plan_sources ORDER BY plan_code`,
    ),
  ).toEqual([
    { plan_id: 'tr-10', plan_code: 'a', priority: 5, cost_minor: 300 },
    { plan_id: idOf('b'), plan_code: 'b', priority: 10, cost_minor: 300 },
  ])
})

it('assigns different ids to plans that look the same, and keeps the ids', async () => {
  const plans = [supplierPlan('a'), supplierPlan('A_')]
  await sync(plans)
  const ids = await rows<{ plan_id: string }>('SELECT plan_id FROM plan_sources')
  expect(new Set(ids.map(({ plan_id: id }) => id)).size).toBe(2)
  await sync(plans.toReversed())
  expect(await rows('SELECT plan_id FROM plan_sources')).toEqual(ids)
})

it('does not sell plans without a price, and skips malformed plans', async () => {
  const { lines } = await sync([
    supplierPlan('in-euro', { cost: { minor: 300, currency: 'EUR' } }),
    supplierPlan('nowhere', { coverage: [] }),
    supplierPlan('free', { cost: usd(0) }),
  ])
  expect(lines).toEqual([
    'airalo: 3 plans. 0 new, 0 back, 0 gone, 0 dearer, 0 cheaper. 0 plans of the shop change.',
    'not sold in USD: no rate EUR to USD (plans: 1)',
    'not sold in RUB: no price rule (plans: 1)',
    'left out: no cost (plans: 1)',
    'left out: no country (plans: 1)',
  ])
  expect(await rows('SELECT id FROM plans')).toEqual([])
})

it('maps the codes of countries, and reports groups and withdrawn codes', async () => {
  const coverage = ['uk', 'an', 'eu', 'gb'].map((countryCode) => ({ countryCode, networks: [] }))
  const { lines } = await sync([
    supplierPlan('uk', { coverage }),
    supplierPlan('eu', { coverage: coverage.slice(2, 3) }),
  ])
  expect(lines).toEqual(
    expect.arrayContaining([
      'left out: AN is no country (plans: 1)',
      'left out: EU is no country (plans: 2)',
      'left out: no country (plans: 1)',
    ]),
  )
  expect(await rows('SELECT place FROM places')).toEqual([{ place: 'gb' }])
  expect(await plansIn('gb')).toHaveLength(1)
})

it.each<[SupplierPlan['terms'], object?]>([
  [{ starts: 'installation' }],
  [{ fairUseNote: '1Mbps after 100GB' }],
  [{ fairUseThresholdMb: 0, fairUseSpeedKbps: 9 }, { fairUse: { thresholdMb: 0, speedKbps: 9 } }],
  [{ fairUseThresholdMb: 2048 }, { fairUse: { thresholdMb: 2048, speedKbps: null } }],
  [{ topUp: false, kyc: true, conditions: 'Not in Alaska.' }],
])('stores the terms that a supplier states, until it omits them: %j', async (terms, stored) => {
  const after = async (stated: SupplierPlan['terms']) => {
    await sync([supplierPlan('a', { trafficMb: null, terms: stated })])
    const [plan] = await rows<{ id: string }>('SELECT id FROM plans')
    return api().tariff({ id: plan?.id ?? '' })
  }
  const before = await after({})
  expect(await after(terms)).toMatchObject({ value: { data: stored ?? terms } })
  expect(await after({})).toEqual(before)
})

it('does not sell plans that must be activated sooner than the shop promises', async () => {
  const plans = [90, 89].map((activationWindowDays) =>
    supplierPlan(`within-${activationWindowDays}`, { activationWindowDays }),
  )
  const { lines } = await sync(plans)
  expect(lines).toContain('left out: activation within fewer than 90 days (plans: 1)')
  expect(await rows('SELECT plan_code, activation_days FROM plan_sources')).toEqual([
    { plan_code: 'within-90', activation_days: 90 },
  ])
  await sync([supplierPlan('within-90', { activationWindowDays: 180 })])
  expect(await rows('SELECT activation_days FROM plan_sources')).toEqual([{ activation_days: 180 }])
})

it('does not change prices that the operator set, and reports prices below the margin', async () => {
  await sync([supplierPlan('a')])
  await run(`UPDATE plans SET set_prices = '{"USD":420}'`)
  expect((await sync([supplierPlan('a')])).lines).toContain(`below margin: ${idOf('a')} in USD`)
  expect(await plansIn('tr')).toMatchObject([{ prices: { USD: 420 } }])
})

it('reports a plan that another source would sell below cost', async () => {
  await stockShop(1)
  await run(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
    VALUES ('tr-10', 'airalo', 'a', 5, '2026-11-01T00:00:00.000Z')`)
  const linesAt = async (minor: number) => {
    const { lines } = await sync([supplierPlan('a', { cost: usd(minor) })])
    return lines.filter((line) => line.startsWith('below margin'))
  }
  expect(await linesAt(1250)).toEqual([])
  expect(await linesAt(1251)).toEqual(['below margin: tr-10 in USD'])
})

async function takeOff(tariffID: string): Promise<void> {
  const context = staffContext()
  const version = (await versionOf(env.DB, { kind: 'plan', id: tariffID })) ?? -1
  const input = { tariffID, version, idempotencyKey: secretID(), reason: 'no signal' }
  expect(await takeOffSale(context, member(), input)).toMatchObject({ ok: true })
}

it('does not price a plan that staff take off sale while prices are written', async () => {
  const plans = [supplierPlan('a'), supplierPlan('b', { validityDays: 15 })]
  await sync(plans)
  await run('UPDATE price_rules SET markup_hundredths = 10000')
  const draft = await planSync(env.DB, catalogueOf(plans), shop)
  let isFirst = true
  const db = runBeforeBatch(env.DB, async () => {
    if (isFirst) await takeOff(idOf('a'))
    isFirst = false
  })
  await writeSync(db, draft, 'USD', clock.now)
  expect(await plansIn('tr')).toMatchObject([
    { tariffID: idOf('b', { validityDays: 15 }), prices: { USD: 690 } },
  ])
  expect(await rows(`SELECT is_listed FROM plans WHERE id = '${idOf('a')}'`)).toEqual([
    { is_listed: 0 },
  ])
})

describe('the hourly round', () => {
  const hours = (count: number) => advanceClock(count * 3600)
  const runWith = (plans: readonly SupplierPlan[]) =>
    syncDueCatalogue({
      db: env.DB,
      config: backendConfig({ ...env, SUPPLIERS: '' }),
      now: clock.now,
      clock: () => clock.now,
      suppliers: [{ ...idleSupplier('airalo'), ...catalogueOf(plans) }],
    })
  const openAlerts = () =>
    rows(`SELECT subject, detail FROM alerts WHERE kind = 'catalogue-sync' AND ended_at IS NULL`)

  it('syncs a supplier that the command has synced before, once an hour', async () => {
    await runWith([supplierPlan('a')])
    expect(await plansIn('tr')).toEqual([])
    await sync([supplierPlan('a')])
    advanceClock(3540)
    await runWith([supplierPlan('a'), supplierPlan('b', { validityDays: 15 })])
    expect(await plansIn('tr')).toHaveLength(1)
    advanceClock(60)
    await Promise.all([
      runWith([supplierPlan('a'), supplierPlan('b', { validityDays: 15 })]),
      runWith([supplierPlan('a'), supplierPlan('b', { validityDays: 15 })]),
    ])
    expect(await plansIn('tr')).toHaveLength(2)
  })

  it('refuses a suspicious catalogue with an alert, which ends when it is accepted', async () => {
    await sync([supplierPlan('a'), supplierPlan('b', { validityDays: 15 })])
    hours(24)
    await runWith([supplierPlan('a')])
    expect(await plansIn('tr')).toHaveLength(2)
    expect(await openAlerts()).toEqual([
      { subject: 'airalo', detail: '1 of 2 plans on sale are missing' },
    ])
    await sync([supplierPlan('a')], { isConfirmed: true })
    expect(await openAlerts()).toEqual([])
    expect(await plansIn('tr')).toHaveLength(1)
  })

  it('does not sell a plan with an unknown term, and raises an alert', async () => {
    await sync([supplierPlan('a'), ...['b', 'c', 'd', 'e'].map((code) => supplierPlan(code))])
    hours(1)
    const rest = ['b', 'c', 'd', 'e'].map((code) => supplierPlan(code))
    await runWith([supplierPlan('a', { unknown: ['activeType 3'] }), ...rest])
    expect(await plansIn('tr')).toHaveLength(4)
    expect(await openAlerts()).toEqual([{ subject: 'airalo', detail: 'unknown: activeType 3' }])
    hours(1)
    await runWith([supplierPlan('a'), ...rest])
    expect(await openAlerts()).toEqual([])
    expect(await plansIn('tr')).toHaveLength(5)
  })

  it('leaves out the one plan whose cost has jumped, and does not sell it at a loss', async () => {
    const plans = (minor: number, other = 300) => [
      supplierPlan('a', { cost: usd(minor) }),
      supplierPlan('b', { validityDays: 15, cost: usd(other) }),
    ]
    const offers = async () =>
      (await plansIn('tr')).map(({ prices, inStock }) => [prices['USD'], inStock])
    await sync(plans(300))
    hours(1)
    await runWith(plans(600, 400))
    expect(await offers()).toEqual([
      [690, true],
      [490, false],
    ])
    const jump = { subject: 'airalo', detail: 'a cost changes by more than 50%: a' }
    expect(await openAlerts()).toEqual([jump])
    hours(1)
    await runWith(plans(600, 400))
    expect(await openAlerts()).toEqual([jump])
    hours(1)
    await runWith(plans(310, 400))
    expect(await openAlerts()).toEqual([])
    expect(await offers()).toEqual([
      [490, true],
      [690, true],
    ])
    hours(1)
    await runWith(plans(100, 400))
    expect(await offers()).toContainEqual([490, true])
    expect(await sync(plans(600, 400), { isConfirmed: true })).toMatchObject({ refused: [] })
    expect(await offers()).toContainEqual([990, true])
  })

  it('counts its pages with the calls for orders, and takes half of them', async () => {
    const plans = Array.from({ length: 10 }, (_, index) => supplierPlan(`p${index}`))
    const log: string[] = []
    const supplier = { ...catalogueOf(plans), callsPerMinute: 6 }
    const start = clock.now
    const paced = pacedCatalogue(env.DB, supplier, {
      clock: () => clock.now,
      async wait(milliseconds) {
        log.push(`wait ${milliseconds}`)
        advanceClock(milliseconds / 1000)
      },
    })
    await countCalls(env.DB, supplier, 2, start).first()
    for await (const page of paced.catalogue()) log.push(`page of ${page.length}`)
    const page = 'page of 2'
    // The sixth call finds the end of the catalogue.
    expect(log).toEqual([page, 'wait 60000', page, page, page, 'wait 60000', page])
    expect(await countCalls(env.DB, supplier, 6, start).first()).toBeNull()
  })

  it('raises an alert about prices below the cost of any source of the plan', async () => {
    await stockShop(1)
    await run(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
      VALUES ('tr-10', 'airalo', 'own', 5, '2026-11-01T00:00:00.000Z')`)
    const plan = (minor: number) => supplierPlan('own', { cost: usd(minor) })
    const alerts = () =>
      rows(`SELECT subject, detail FROM alerts
        WHERE kind = 'prices-too-low' AND ended_at IS NULL`)
    await sync([plan(1240)])
    hours(24)
    await runWith([plan(1251)])
    expect(await alerts()).toEqual([
      {
        subject: 'airalo',
        detail: storedDetail({
          code: 'low-prices',
          values: { plans: [{ tariffID: 'tr-10', currencies: ['USD'] }], more: 0 },
        }),
      },
    ])
    hours(24)
    await runWith([plan(1240)])
    expect(await alerts()).toEqual([])
  })

  it('retries a plan an hour later when staff changed it since the comparison', async () => {
    await sync([supplierPlan('a'), supplierPlan('b', { validityDays: 15 })])
    const dearer = { cost: usd(400) }
    hours(24)
    await syncDueCatalogue({
      ...staffContext(),
      suppliers: [
        {
          ...idleSupplier('airalo'),
          async *catalogue() {
            // The job has compared these plans before it reads the next page.
            yield [
              supplierPlan('b', { ...dearer, validityDays: 15 }),
              ...Array.from({ length: 1999 }, () => supplierPlan('a', dearer)),
            ]
            await takeOff(idOf('a'))
            yield [supplierPlan('c', { validityDays: 30 })]
          },
        },
      ],
    })
    expect(await plansIn('tr')).toMatchObject([
      { tariffID: idOf('c', { validityDays: 30 }), prices: { USD: 490 } },
      { tariffID: idOf('b', { validityDays: 15 }), prices: { USD: 690 } },
    ])
    const costs = () => rows('SELECT plan_code, cost_minor FROM plan_sources ORDER BY plan_code')
    expect(await costs()).toMatchObject([{ cost_minor: 300 }, { cost_minor: 400 }, {}])
    hours(24)
    await runWith([
      supplierPlan('a', dearer),
      supplierPlan('b', { ...dearer, validityDays: 15 }),
      supplierPlan('c', { validityDays: 30 }),
    ])
    expect(await costs()).toMatchObject([{ cost_minor: 400 }, { cost_minor: 400 }, {}])
    expect(await plansIn('tr')).toHaveLength(2)
  })

  it('retries later after each failure, and raises an alert after the third failure', async () => {
    await sync([supplierPlan('a')])
    hours(24)
    const broken = {
      ...idleSupplier('airalo'),
      async *catalogue(): AsyncGenerator<SupplierPlan[]> {
        yield [supplierPlan('a')]
        throw new SupplierError('airalo', 'not-executed', '503')
      },
    }
    const config = backendConfig({ ...env, SUPPLIERS: '' })
    for (const [failures, alerts] of [0, 0, 1].entries()) {
      const context = { db: env.DB, config, now: clock.now, suppliers: [broken] }
      await expect(syncDueCatalogue(context)).rejects.toThrow('503')
      expect(await openAlerts()).toHaveLength(alerts)
      hours(2 ** failures - 0.5)
      await syncDueCatalogue({ ...context, now: clock.now })
      hours(0.5)
    }
    await runWith([supplierPlan('a')])
    expect(await openAlerts()).toEqual([])
  })
})

it('syncs the catalogue from Airalo’s local server', async () => {
  const { supplier } = await createAiraloRig()
  const store = env.DB
  const staff = member()
  const command = { shop, now: clock.now, staff, isDryRun: false, isConfirmed: false } as const
  const { lines } = await syncCatalogue(store, supplier, command)
  const count = Number(/^airalo: \d+ plans\. (\d+) new/.exec(lines[0] ?? '')?.[1])
  expect(count).toBeGreaterThan(2)
  expect(await rows('SELECT count(*) AS count FROM plans WHERE is_listed = 1')).toEqual([{ count }])
  const index = await rows<{ id: string }>('SELECT id FROM plans')
  for (const { id } of index) expect(await api().tariff({ id })).toMatchObject({ ok: true })
  const again = await syncCatalogue(store, supplier, command)
  expect(again.lines[0]).toContain(' 0 new, 0 back, 0 gone, 0 dearer, 0 cheaper. 0 plans')
})
