import { beforeEach, describe, expect, it } from 'vitest'
import { planID } from '../../src/backend/catalogue-sync/plan-ids.ts'
import type { SupplierPlan } from '../../src/backend/suppliers/supplier-plan.ts'
import { syncCatalogue } from '../suppliers/sync-catalogue.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { newCommandDatabase } from '../test/command-database.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import { pricesArguments } from './prices-arguments.ts'
import { runPrices } from './run-prices.ts'

const now = new Date('2026-11-21T10:00:00Z')
const currencies = ['USD', 'RUB'] as const
const [turkish, georgian] = [idOf('tr'), idOf('ge')]

describe('the command line of prices', () => {
  it('reads a rule with its amounts in the currency of the price', () => {
    const line =
      'add --currency USD --markup 37.5 --min-profit 1 --ending 0.90 --country tr --remote'
    expect(pricesArguments(line.split(' '))).toEqual({
      action: 'change',
      change: {
        kind: 'rule',
        rule: {
          supplier: null,
          countryCode: 'tr',
          tariffID: null,
          currency: 'USD',
          markupHundredths: 3750,
          minimumProfit: 100,
          step: 100,
          ending: 90,
        },
      },
      isDryRun: false,
      isConfirmed: false,
      target: { isRemote: true },
    })
  })

  it('reads rates, and prices of plans', () => {
    expect(pricesArguments(['rate', '1 USD = 92.505 RUB'])).toMatchObject({
      change: {
        rate: { from: { minor: 1000, currency: 'USD' }, to: { minor: 92_505, currency: 'RUB' } },
      },
    })
    expect(pricesArguments(['set', 'tr-1', '12.50 USD'])).toMatchObject({
      tariffID: 'tr-1',
      price: { minor: 1250, currency: 'USD' },
    })
  })

  it.each([
    ['add --currency USD', '--markup'],
    ['add --currency DOLLAR --markup 40', '--currency: must be an ISO 4217 code'],
    ['add --currency USD --markup 40 --step 0.5 --ending 0.9', '--ending: must be less than'],
    ['add --currency USD --markup -5', ''],
    ['rate 1USD=92RUB', 'Usage:'],
    ['set tr-1 12.505USD', 'Usage:'],
    ['remove everything', 'Usage:'],
    ['discard', 'Usage:'],
    ['unset tr-1 USD --dry-run', '--dry-run has no effect with unset.'],
    ['set tr-1 12.505USD', 'is not a price such as'],
    ['set tr-1 5USD --markup 40', '--markup has no effect with set.'],
    ['add rule --currency USD --markup 40', 'Usage:'],
    ['remove 1 2', 'Usage:'],
    ['add --currency USD --markup 40 --country TR', '--country: must be two lower-case letters'],
    ['add --currency USD --markup 40 --plan Bad_ID', '--plan: must be the id of a plan'],
  ])('refuses %s', (line, message) => {
    expect(() => pricesArguments(line.split(' '))).toThrow(message)
  })
})

describe('prices of suppliers’ plans', () => {
  let shop: Awaited<ReturnType<typeof pricedShop>>
  beforeEach(async () => {
    shop = await pricedShop()
  })

  it('follow rules, and are recomputed when a rule changes', async () => {
    expect(shop.pricesOf(turkish)).toEqual({ USD: 490 })
    await shop.run('add', '--currency', 'USD', '--markup', '100', '--country', 'tr')
    expect(shop.pricesOf(turkish)).toEqual({ USD: 600 })
    expect(shop.pricesOf(georgian)).toEqual({ USD: 490 })
    expect(await shop.run('list')).toEqual([
      'rule 1  every plan  USD: cost + 50%   at least 1.00 USD  step 1.00 USD, ending 0.90 USD',
      'rule 2  country tr  USD: cost + 100%',
      'There is no rule for RUB.',
    ])
    expect(await shop.run('remove', '2')).toContain('Done: remove-rule.')
    expect(shop.pricesOf(turkish)).toEqual({ USD: 490 })
    expect(shop.actions()).toEqual(['remove-rule', 'set-rule', 'set-rule'])
    await expect(shop.run('remove', '2')).rejects.toThrow('there is no such rule')
  })

  it('have no rule that would apply to no plan', async () => {
    const add = ['add', '--currency', 'USD', '--markup', '40'] as const
    for (const [option, name, problem] of [
      ['--supplier', 'airlo', 'there is no such supplier'],
      ['--supplier', 'stock', 'there is no such supplier'],
      ['--plan', 'nope', 'there is no such plan'],
      ['--country', 'uk', 'there is no such country'],
    ] as const) {
      await expect(shop.run(...add, option, name)).rejects.toThrow(problem)
      await expect(shop.run(...add, option, name, '--dry-run')).rejects.toThrow(problem)
    }
    const foreign = 'The shop does not charge EUR. CURRENCIES in wrangler.toml has USD, RUB.'
    await expect(shop.run('add', '--currency', 'EUR', '--markup', '40')).rejects.toThrow(foreign)
    await expect(shop.run('set', turkish, '5 EUR')).rejects.toThrow(foreign)
    expect(await shop.run('list')).toHaveLength(2)
  })

  it('use the available source when the supplier has replaced the code of a plan', async () => {
    for (const planCode of ['tr-a', 'tr-old'])
      shop.addSource(turkish, { planCode, cost: 900, isAvailable: 0 })
    await shop.run('add', '--currency', 'USD', '--markup', '100', '--country', 'tr')
    expect(shop.pricesOf(turkish)).toEqual({ USD: 600 })
  })

  it('are shown and not written in a dry run', async () => {
    const lines = await shop.run('add', '--currency', 'USD', '--markup', '100', '--dry-run')
    expect(lines).toEqual([
      '0 new, 0 gone, 2 with other prices, 0 changed, 0 unchanged.',
      `price   ${georgian}  4.90 USD → 6.00 USD`,
      `price   ${turkish}  4.90 USD → 6.00 USD`,
      'not sold in RUB: no price rule (plans: 2)',
      'Dry run: nothing was written.',
    ])
    expect(shop.pricesOf(turkish)).toEqual({ USD: 490 })
    expect(await shop.run('remove', '1', '--dry-run')).toContain(`gone    ${turkish}`)
    expect(await shop.run('list')).toHaveLength(2)
  })

  it('that look like a mistake are written only with --yes', async () => {
    const rule = ['--currency', 'USD', '--markup', '400']
    const refused = shop.run('add', ...rule)
    await expect(refused).rejects.toThrow(/4\.90 USD → 15\.00 USD[^]+suspicious: a price changes/)
    await expect(refused).rejects.toThrow(
      'Nothing was written. If the prices are correct, add --yes.',
    )
    await expect(shop.run('set', turkish, '1.00 USD')).rejects.toThrow('add --yes')
    expect(shop.pricesOf(turkish)).toEqual({ USD: 490 })
    await shop.run('add', ...rule, '--yes')
    expect(shop.pricesOf(turkish)).toEqual({ USD: 1500 })
  })

  it('need a rate for another currency, and use the latest one', async () => {
    const rule = ['--currency', 'RUB', '--markup', '0', '--step', '10', '--ending', '9']
    expect(await shop.run('add', ...rule)).toContain(
      'not sold in RUB: no rate USD to RUB (plans: 2)',
    )
    expect(shop.pricesOf(turkish)).toEqual({ USD: 490 })
    await shop.run('rate', '1 USD = 92.50 RUB')
    expect(shop.pricesOf(turkish)).toEqual({ USD: 490, RUB: 27_900 })
    shop.advance(60)
    await shop.run('rate', '1 USD = 100 RUB')
    expect(shop.pricesOf(turkish)).toEqual({ USD: 490, RUB: 30_900 })
  })

  it('that were set override rules until they are unset', async () => {
    await shop.run('set', turkish, '4.20 USD')
    const lines = await shop.run('add', '--currency', 'USD', '--markup', '100')
    expect(lines).toContain(`below margin: ${turkish} in USD`)
    expect(shop.pricesOf(turkish)).toEqual({ USD: 420 })
    expect(await shop.run('list')).toContain(`set   ${turkish}  4.20 USD`)
    await shop.run('unset', turkish, 'USD')
    expect(shop.pricesOf(turkish)).toEqual({ USD: 600 })
    await expect(shop.run('set', 'unknown', '1.00 USD')).rejects.toThrow('There is no plan')
  })

  it('do not change, and the plan is not listed, when the only rule is removed', async () => {
    await expect(shop.run('remove', '1')).rejects.toThrow(
      'suspicious: 2 of 2 plans on sale are missing',
    )
    await shop.run('remove', '1', '--yes')
    expect(shop.listed()).toEqual([])
    expect(shop.pricesOf(turkish)).toEqual({ USD: 490 })
    await shop.run('add', '--currency', 'USD', '--markup', '50')
    expect(shop.listed()).toEqual([georgian, turkish])
    expect(shop.pricesOf(turkish)).toEqual({ USD: 450 })
  })
})

type Source = { readonly planCode: string; readonly cost: number; readonly isAvailable: 0 | 1 }

async function pricedShop() {
  const { shop, database } = newCommandDatabase()
  const clock = { now }
  const context = commandContext(openD1(shop))
  const run = (...args: readonly string[]) =>
    runPrices(
      { context: { ...context, now: clock.now }, store: database, staff: commandStaff('Olga') },
      pricesArguments(args),
    )
  const first = '--currency USD --markup 50 --min-profit 1.00 --ending 0.90'.split(' ')
  await run('add', ...first)
  const supplier = {
    id: 'airalo',
    async *catalogue() {
      yield ['tr', 'ge'].map(planIn)
    },
  }
  const staff = commandStaff('Olga')
  const command = { currencies, now, staff, isDryRun: false, isConfirmed: false }
  await syncCatalogue(database, supplier, command)
  return {
    run,
    advance: (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000)),
    pricesOf: (id: string): unknown =>
      JSON.parse(
        String(shop.prepare('SELECT prices FROM tariffs WHERE id = ?').get(id)?.['prices']),
      ),
    addSource: (id: string, { planCode, cost, isAvailable }: Source) =>
      shop
        .prepare(
          `INSERT INTO tariff_sources
            (tariff_id, supplier, plan_code, priority, cost_minor, cost_currency, is_available,
             seen_at)
          SELECT tariff_id, supplier, ?, priority, ?, cost_currency, ?, seen_at
          FROM tariff_sources WHERE tariff_id = ? AND is_available = 1`,
        )
        .run(planCode, cost, isAvailable, id),
    actions: () =>
      shop
        .prepare(`SELECT action FROM audit WHERE subject_kind = 'price-book' ORDER BY action`)
        .all()
        .map((row) => row['action']),
    listed: () =>
      shop
        .prepare(`SELECT tariff_id FROM placements WHERE place = 'all' ORDER BY tariff_id`)
        .all()
        .map((row) => row['tariff_id']),
  }
}

function idOf(countryCode: string): string {
  return planID('airalo', planIn(countryCode))
}

function planIn(countryCode: string): SupplierPlan {
  return {
    code: `${countryCode}-code`,
    title: 'Plan',
    operator: { code: 'op', title: 'Op' },
    coverage: [{ countryCode, networks: [] }],
    trafficMb: 1024,
    fairUse: null,
    validityDays: 7,
    minutes: null,
    sms: null,
    cost: { minor: 300, currency: 'USD' },
    minimumPrice: null,
    canTopUp: null,
    needsIdentity: null,
    hotspot: 'unknown',
    apn: null,
    activationWindowDays: null,
  }
}
