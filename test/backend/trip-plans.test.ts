import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayRangeOf, trafficSizeOf } from '../../src/kit/plan-sizes.shared.ts'
import { cheapestCombination, cheapestForAll, tripNeed } from '../../src/plans/trip.ts'
import { sumOf } from '../../src/plans/trip-bounds.shared.ts'
import { unlimitedMb } from '../../src/plans/placements.ts'
import { api, openShop, run } from '../support/small-shop.ts'

type Plan = {
  readonly countries: readonly string[]
  readonly gigabytes: number | null
  /** GB a day at full speed of an unlimited plan, or null if not stated. */
  readonly threshold: number | null
  readonly days: number
  readonly price: number
  readonly inStock: boolean
}

const stops = ['pt', 'gr', 'it']

beforeAll(async () => openShop(0))
beforeEach(deletePlans)

async function deletePlans(): Promise<void> {
  await run(
    `DELETE FROM placements WHERE plan_id LIKE 'trip-%'`,
    `DELETE FROM plans WHERE id LIKE 'trip-%'`,
  )
}

async function store(plans: readonly Plan[]): Promise<void> {
  const statements = plans.flatMap(
    ({ countries, gigabytes, threshold, days, price, inStock }, index) => {
      const id = `trip-${index}`
      const kind = countries.length > 1 ? 'multi' : 'country'
      const megabytes = gigabytes === null ? null : gigabytes * 1024
      const tariff = env.DB.prepare(
        `INSERT INTO plans (id, operator_ident, kind, country_codes, world_region, market,
        traffic_mb, fair_use_threshold_mb, validity_days, prices)
        VALUES (?, 'tr-turkcell', ?, ?, ?, 'travel', ?, ?, ?, ?)`,
      ).bind(
        id,
        kind,
        JSON.stringify(countries),
        kind === 'multi' ? 'europe' : null,
        megabytes,
        threshold === null ? null : threshold * 1024,
        days,
        JSON.stringify({ USD: price, RUB: price * 90 }),
      )
      const placements = countries.map((country) =>
        env.DB.prepare(
          `INSERT INTO placements (place, plan_id, operator_ident, kind, traffic_mb, validity_days,
          traffic_size, day_range, price, unit_price, in_stock, countries, full_speed_mb)
        VALUES (?, ?, 'tr-turkcell', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).bind(
          country,
          id,
          kind,
          megabytes ?? unlimitedMb,
          days,
          trafficSizeOf(megabytes),
          dayRangeOf(days),
          price,
          price,
          Number(inStock),
          kind === 'multi' ? countries.map((code) => `${code},`).join('') : null,
          gigabytes === null ? (threshold ?? 1) * 1024 : null,
        ),
      )
      return [tariff, ...placements]
    },
  )
  if (statements.length > 0) await env.DB.batch(statements)
}

/** Copies a stored plan, with its placements. */
async function repeat(id: string, copies: number): Promise<void> {
  const numbers = `(WITH RECURSIVE copy (n) AS (
    SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < ${copies}) SELECT n FROM copy)`
  const columns = {
    tariffs: `operator_ident, kind, country_codes, world_region, market, traffic_mb,
      fair_use_threshold_mb, validity_days, prices`,
    placements: `place, operator_ident, kind, traffic_mb, validity_days, traffic_size, day_range,
      price, unit_price, in_stock, countries, full_speed_mb`,
  }
  await env.DB.batch([
    env.DB.prepare(`INSERT INTO plans (id, ${columns.tariffs})
      SELECT id || '-' || n, ${columns.tariffs} FROM plans, ${numbers} WHERE id = ?`).bind(id),
    env.DB.prepare(`INSERT INTO placements (plan_id, ${columns.placements})
      SELECT plan_id || '-' || n, ${columns.placements} FROM placements, ${numbers}
      WHERE plan_id = ?`).bind(id),
  ])
}

async function plansFor(countries: string, days = 7, gigabytes = 6, stays?: string) {
  const byStay = stays === undefined ? {} : { stays }
  const answer = await api().tripPlans({ countries, days, gigabytes, ...byStay })
  if (!answer.ok) throw new Error(`the API answered ${answer.error.status}`)
  return answer.value.data
}

/** Returns the missing countries and prices of two plans for different countries of the trip. */
function fewestMissing(plans: readonly Plan[]): readonly (readonly [number, number])[] {
  const missing = ({ countries }: Plan) => stops.filter((stop) => !countries.includes(stop))
  const groups = Map.groupBy(plans, (each) => missing(each).join())
  groups.delete(stops.join())
  return [...groups.values()]
    .map((group): [number, number] => {
      const [first] = group
      return [first ? missing(first).length : 0, Math.min(...group.map(({ price }) => price))]
    })
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
    .slice(0, 2)
}

const plan = (countries: readonly string[], price: number, change: Partial<Plan> = {}): Plan => ({
  countries,
  gigabytes: 10,
  threshold: null,
  days: 30,
  price,
  inStock: true,
  ...change,
})

describe('plans of a trip', () => {
  it.each([
    [6, null],
    [10, null],
    [6, [2, 4, 1]],
    [12, [5, 9, 10]],
  ])(
    'are the cheapest of every random catalogue for %i GB and stays of %j days',
    async (gigabytesOfTrip, stays) => {
      const time = { stops: 3, days: stays ? sumOf(stays) : 7, stays }
      const anyPlan = fc.record({
        countries: fc.subarray([...stops, 'fr'], { minLength: 1 }),
        gigabytes: fc.constantFrom(1, 2, 3, 4, 6, null, null),
        threshold: fc.constantFrom(1, 2, null),
        days: fc.constantFrom(3, 7, 30),
        price: fc.integer({ min: 100, max: 2000 }),
        inStock: fc.boolean(),
      })
      await fc.assert(
        fc
          .asyncProperty(fc.array(anyPlan, { maxLength: 9 }), async (plans) => {
            await store(plans)
            const { single, combination, partial } = await plansFor(
              stops.join(),
              7,
              gigabytesOfTrip,
              stays?.join(),
            )
            const candidates = plans
              .filter(({ inStock }) => inStock)
              .filter(({ gigabytes, threshold }) => {
                return gigabytes !== null || (threshold ?? 1) * time.days >= gigabytesOfTrip
              })
            const fits = ({ countries, gigabytes, days }: Plan, group: number) => {
              const need = tripNeed(time, group)
              const hasData = (gigabytes ?? Infinity) * need.whole >= gigabytesOfTrip * need.part
              const isCovered = stops.every(
                (stop, at) => (group & (1 << at)) === 0 || countries.includes(stop),
              )
              return isCovered && days >= need.days && hasData
            }
            const expected = cheapestCombination(3, candidates, fits)
            const cheapest = cheapestForAll(3, candidates, fits)
            expect(single?.prices['USD'] ?? null).toBe(cheapest?.price ?? null)
            const total = expected?.reduce((sum, part) => sum + part.plan.price, 0)
            expect(
              combination?.reduce((sum, { tariff }) => sum + (tariff.prices['USD'] ?? 0), 0),
            ).toBe(total)
            const cheaper = candidates
              .filter(({ countries, price }) => {
                return (
                  countries.length > 1 && price < Math.min(cheapest?.price ?? 1e9, total ?? 1e9)
                )
              })
              .filter(({ gigabytes, days }) => {
                return (gigabytes ?? Infinity) >= gigabytesOfTrip && days >= time.days
              })
            expect(
              partial.map(({ tariff, missing }) => [missing.length, tariff.prices['USD']]),
            ).toEqual(fewestMissing(cheaper))
          })
          .beforeEach(deletePlans),
        { numRuns: 60 },
      )
    },
  )

  it('are not for one region of a country', async () => {
    const both = { gigabytes: null, threshold: 1 }
    await store([plan(['pt'], 100), plan(['pt'], 200, both), plan(['pt'], 900)])
    await run(
      `UPDATE plans SET kind = 'region' WHERE id IN ('trip-0', 'trip-1')`,
      `UPDATE placements SET kind = 'region' WHERE plan_id IN ('trip-0', 'trip-1')`,
    )
    expect((await plansFor('pt')).single?.tariffID).toBe('trip-2')
  })

  it('state the countries of the trip that each plan covers', async () => {
    await store([plan(['pt'], 500), plan(['gr', 'it'], 700), plan(['pt', 'gr', 'it'], 2000)])
    const { single, combination } = await plansFor('pt,gr,it')
    expect(single?.tariffID).toBe('trip-2')
    expect(combination?.map(({ tariff, countryCodes }) => [tariff.tariffID, countryCodes])).toEqual(
      [
        ['trip-0', ['pt']],
        ['trip-1', ['gr', 'it']],
      ],
    )
  })

  it('show which country a plan misses when no plan covers all countries', async () => {
    await store([plan(['gr', 'it'], 900), plan(['gr', 'it', 'fr'], 700), plan(['pt', 'gr'], 800)])
    const { single, partial } = await plansFor('pt,gr,it')
    expect(single).toBeNull()
    expect(partial.map(({ tariff, missing }) => [tariff.tariffID, missing])).toEqual([
      ['trip-1', ['pt']],
      ['trip-2', ['it']],
    ])
  })

  it('show the country that a cheaper plan misses', async () => {
    await store([plan(['gr', 'it'], 300), plan(['pt', 'gr'], 800), plan(['pt', 'gr', 'it'], 900)])
    const { single, partial } = await plansFor('pt,gr')
    expect(single?.tariffID).toBe('trip-1')
    expect(partial.map(({ tariff, missing }) => [tariff.tariffID, missing])).toEqual([
      ['trip-0', ['pt']],
    ])
  })

  it('that miss a country are not shown at the price of plans for all countries', async () => {
    await store([
      plan(['pt'], 400),
      plan(['gr'], 500),
      plan(['it'], 600),
      plan(['pt', 'gr'], 1500),
      plan(['gr', 'it'], 1499),
      plan(['pt', 'gr', 'it'], 2000),
    ])
    const { single, combination, partial } = await plansFor('pt,gr,it')
    expect(single?.tariffID).toBe('trip-5')
    expect(combination?.map(({ tariff }) => tariff.tariffID)).toEqual([
      'trip-0',
      'trip-1',
      'trip-2',
    ])
    expect(partial.map(({ tariff }) => tariff.tariffID)).toEqual(['trip-4'])
  })

  it('have enough data for the whole trip, or for the share of their countries', async () => {
    await store([plan(['pt'], 500, { gigabytes: 3 }), plan(['gr'], 400, { gigabytes: 3 })])
    expect((await plansFor('pt,gr')).combination).toHaveLength(2)
    expect((await plansFor('pt,gr', 7, 7)).combination).toBeNull()
    expect((await plansFor('pt')).single).toBeNull()
    expect((await plansFor('pt', 7, 3)).single?.tariffID).toBe('trip-0')
    expect((await plansFor('pt', 31, 3)).single).toBeNull()
  })

  it('are unlimited only if the data of each day of the trip is at full speed', async () => {
    const endless = { gigabytes: null, days: 15 }
    await store([
      plan(['pt'], 400, { ...endless, threshold: 1 }),
      plan(['pt'], 450, endless),
      plan(['pt'], 500, { ...endless, threshold: 3 }),
      plan(['pt', 'gr'], 800, { ...endless, threshold: 1 }),
      plan(['gr'], 600, { gigabytes: 10 }),
    ])
    expect((await plansFor('pt', 10, 10)).single?.tariffID).toBe('trip-0')
    expect((await plansFor('pt', 10, 20)).single?.tariffID).toBe('trip-2')
    const { single, combination } = await plansFor('pt,gr', 10, 20)
    expect(single).toBeNull()
    expect(combination?.map(({ tariff }) => tariff.tariffID)).toEqual(['trip-2', 'trip-4'])
  })

  it('last only while the trip is in their countries when the stays are known', async () => {
    await store([
      plan(['pt'], 300, { days: 21, gigabytes: 15 }),
      plan(['gr'], 200, { days: 14, gigabytes: 10 }),
      plan(['it'], 100, { days: 7, gigabytes: 5 }),
      plan(['pt', 'it'], 350, { days: 30, gigabytes: 30 }),
      plan(['pt', 'gr', 'it'], 900, { days: 42, gigabytes: 30 }),
    ])
    const { single, combination } = await plansFor('pt,gr,it', 42, 30, '21,14,7')
    expect(single?.tariffID).toBe('trip-4')
    // The fourth plan ends while the traveller is in the second country.
    expect(combination?.map(({ tariff }) => tariff.tariffID)).toEqual([
      'trip-0',
      'trip-1',
      'trip-2',
    ])
    expect((await plansFor('pt,it,gr', 42, 30, '21,7,14')).combination).toMatchObject([
      { tariff: { tariffID: 'trip-3' }, countryCodes: ['pt', 'it'] },
      { tariff: { tariffID: 'trip-1' } },
    ])
  })

  it('may be too short for the first of their countries, and cover the others', async () => {
    await store([
      plan(['pt'], 300, { days: 21, gigabytes: 20 }),
      plan(['gr'], 300, { days: 3, gigabytes: 3 }),
      plan(['it'], 300, { days: 4, gigabytes: 4 }),
      plan(['pt', 'gr', 'it'], 500, { days: 7, gigabytes: 7 }),
    ])
    const { combination } = await plansFor('pt,gr,it', 25, 25, '18,3,4')
    expect(combination).toMatchObject([
      { tariff: { tariffID: 'trip-0' }, countryCodes: ['pt'] },
      { tariff: { tariffID: 'trip-3' }, countryCodes: ['gr', 'it'] },
    ])
  })

  it.each(['7', '7,5,1', '0,7', '7;5', '7,100'])('are refused for the stays %s', async (stays) => {
    const answer = await api().tripPlans({ countries: 'pt,gr', days: 7, gigabytes: 5, stays })
    expect(answer).toMatchObject({ ok: false, error: { status: 422 } })
  })

  it('are found among thousands of cheaper plans for other countries', async () => {
    await store([plan(['pt', 'fr'], 100), plan(['pt', 'gr'], 800), plan(['pt', 'gr', 'it'], 900)])
    await repeat('trip-0', 2500)
    const { single, partial } = await plansFor('pt,gr,it')
    expect(single?.tariffID).toBe('trip-2')
    expect(partial.map(({ missing }) => missing)).toEqual([['it'], ['gr', 'it']])
  })

  it('are found among thousands of cheaper unlimited plans that slow down', async () => {
    const endless = { gigabytes: null, days: 15 }
    await store([
      plan(['pt'], 100, { ...endless, threshold: 1 }),
      plan(['pt'], 400, { ...endless, threshold: 2 }),
      plan(['pt'], 500, { gigabytes: 50 }),
    ])
    await repeat('trip-0', 2500)
    expect((await plansFor('pt', 10, 20)).single?.tariffID).toBe('trip-1')
  })

  it('for one country are the cheapest of all sizes and validities', async () => {
    const sizes = Array.from({ length: 10 }, (_, index) => 10 + index)
    const days = Array.from({ length: 12 }, (_, index) => 30 + index)
    const others = sizes.flatMap((gigabytes) =>
      days.map((validity) => plan(['pt'], 900, { gigabytes, days: validity })),
    )
    await store([plan(['pt'], 500), ...others])
    expect((await plansFor('pt')).single?.tariffID).toBe('trip-0')
  })

  it('are refused for six countries, and count a repeated country once', async () => {
    await store([plan(['pt'], 500)])
    expect((await plansFor('pt,pt')).single?.tariffID).toBe('trip-0')
    const answer = await api().tripPlans({ countries: 'pt,gr,it,fr,es,tr', days: 7, gigabytes: 5 })
    expect(answer).toMatchObject({ ok: false, error: { status: 422 } })
  })

  it('are found for five countries, the most of a trip', async () => {
    const countries = ['pt', 'gr', 'it', 'fr', 'es']
    await store([
      ...countries.map((country, index) => plan([country], 400 + index)),
      plan(['it', 'fr', 'es'], 1200),
      plan(countries, 3000),
    ])
    const { single, combination } = await plansFor(countries.join())
    expect(single?.tariffID).toBe('trip-6')
    expect(combination?.map(({ countryCodes }) => countryCodes)).toEqual([
      ['pt'],
      ['gr'],
      ['it', 'fr', 'es'],
    ])
  })
})
