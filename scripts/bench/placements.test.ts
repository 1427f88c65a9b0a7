import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { faresOfPlace, pickedFares, usefulFares } from '../../src/plans/plans.ts'
import { orderOf, placementKeys, unlimitedMb, type PlanFilter } from '../../src/plans/placements.ts'
import type { CataloguePlan } from '../../src/plans/columns.ts'
import { comparePlan, planStatements, planRecordOf } from '../../src/plans/plan-changes.ts'
import { picksOf } from '../../src/plans/fares.ts'
import {
  dayRangeNames,
  dayRangeOf,
  planSorts,
  trafficSizes,
} from '../../src/kit/plan-sizes.shared.ts'
import type { PlanSort } from '../../src/kit/plan-sizes.shared.ts'
import { createTables } from '../database/migrations.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import { generatePlans } from './generated-plans.ts'

const shop = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
const places = {
  countries: ['tr', 'ru'].map((code) => ({ code, popularity: null })),
  regions: [{ country: 'ru', ident: 'mow' }],
  operators: ['tr-one', 'ru-one'].map((ident) => ({ ident, title: ident })),
}
const sameInAll = {
  market: 'travel',
  fairUseThresholdMb: null,
  fairUseSpeedKbps: null,
  fairUseNote: null,
  starts: 'connection',
  minutes: null,
  sms: null,
  unlimitedApps: [],
  hotspot: 'yes',
  topUp: null,
  kyc: null,
  apn: null,
  conditions: null,
} as const satisfies Partial<CataloguePlan>

beforeAll(async () => {
  createTables(shop)
  const changes = generatePlans(places, 0, 600).flatMap(
    (plan) => comparePlan(undefined, planRecordOf({ ...plan, ...sameInAll }, true), 'USD') ?? [],
  )
  const db = openD1(shop)
  await db.batch(planStatements(db, changes, 'USD'))
  shop.exec(`UPDATE placements SET in_stock = substr(plan_id, 6) % 3 > 0`)
})

it('lists all plans that pass the filters, in order', () => {
  const operators = [null, ['tr-one'], ['ru-one', 'reseller-0', 'tr-one'], []]
  for (const place of ['all', 'tr', 'ru/mow'])
    for (const sort of planSorts)
      for (const size of [undefined, ...trafficSizes])
        for (const days of [undefined, ...dayRangeNames])
          for (const named of operators) {
            const filter = { place, operators: named, size, days }
            expect(foundBy(filter, sort), JSON.stringify([filter, sort])).toEqual(
              scannedBy(filter, sort),
            )
          }
})

it('finds the cheapest plan in stock of each size and validity', () => {
  for (const place of ['all', 'tr', 'ru/mow']) {
    const ordered = idsOf(
      `SELECT plan_id FROM (SELECT plan_id, traffic_mb, validity_days,
          row_number() OVER (PARTITION BY traffic_mb, validity_days ORDER BY price, plan_id) AS rank
        FROM placements NOT INDEXED
        WHERE place = ? AND in_stock = 1 AND (kind <> 'region' OR place LIKE '%/%'))
      WHERE rank = 1 ORDER BY traffic_mb, validity_days`,
      [place],
    )
    expect(ordered.length).toBeGreaterThan(10)
    const sql = `${faresOfPlace} SELECT plan_id FROM fare ORDER BY traffic_mb, validity_days`
    expect(idsOf(sql, [place])).toEqual(ordered)
  }
})

it('omits limited fares that are shorter and not cheaper than another of their size and range', () => {
  const fares = z
    .array(z.object({ traffic_mb: z.number(), validity_days: z.number(), price: z.number() }))
    .parse(shop.prepare(`${faresOfPlace} SELECT * FROM fare ORDER BY 1, 2`).all('tr'))
  const useful = fares.filter(
    (fare) =>
      fare.traffic_mb === unlimitedMb ||
      !fares.some(
        (other) =>
          other.traffic_mb === fare.traffic_mb &&
          other.validity_days > fare.validity_days &&
          dayRangeOf(other.validity_days) === dayRangeOf(fare.validity_days) &&
          other.price <= fare.price,
      ),
  )
  const found = shop
    .prepare(
      `${usefulFares} SELECT traffic_mb, validity_days, price FROM useful
      ORDER BY traffic_mb, validity_days`,
    )
    .all('tr')
    .map((row) => ({ ...row }))
  expect(useful.length).toBeLessThan(fares.length)
  expect(found).toEqual(useful)
})

it('picks the same fares for each kind of trip as from all fares', () => {
  const columns = 'traffic_mb, validity_days, price, plan_id'
  const row = z.object({
    traffic_mb: z.number(),
    validity_days: z.number(),
    price: z.number(),
    plan_id: z.string(),
  })
  for (const place of ['all', 'tr', 'ru/mow']) {
    const fares = z
      .array(row)
      .parse(shop.prepare(`${usefulFares} SELECT ${columns} FROM useful`).all(place))
      .map((fare) => ({
        id: fare.plan_id,
        trafficMb: fare.traffic_mb === unlimitedMb ? null : fare.traffic_mb,
        fairUse: null,
        validityDays: fare.validity_days,
        prices: { USD: fare.price },
      }))
    const picks = picksOf(fares, 'USD').map(({ fare }) => fare.id)
    expect(idsOf(`${pickedFares} SELECT plan_id FROM useful ORDER BY traffic_mb`, [place])).toEqual(
      picks,
    )
  }
})

it('excludes plans for a region from the fares of its country', () => {
  const ofRegions = `SELECT id FROM plans WHERE kind = 'region'`
  expect(idsOf(`${ofRegions} AND country_codes = json_array(?)`, ['ru'])).not.toEqual([])
  const sql = `${faresOfPlace} SELECT plan_id FROM fare WHERE plan_id IN (${ofRegions})`
  expect(idsOf(sql, ['ru'])).toEqual([])
})

it('reads fares by seeking from one pair to the next in the index', () => {
  const plan = shop.prepare(`EXPLAIN QUERY PLAN ${faresOfPlace} SELECT * FROM fare`).all('tr')
  const steps = plan.map(({ detail }) => String(detail))
  const seek = '(place=? AND in_stock=? AND (traffic_mb,validity_days)>(?,?))'
  expect(steps.filter((step) => step.endsWith(`placements_fares ${seek}`))).toHaveLength(2)
})

function foundBy(filter: PlanFilter, sort: PlanSort): unknown[] {
  const { sql: list, countSql } = placementKeys(filter, sort)
  const found = idsOf(list.text, list.values)
  expect(shop.prepare(countSql.text).all(...countSql.values)).toHaveLength(found.length)
  return found
}

function scannedBy({ place, operators, size, days }: PlanFilter, sort: PlanSort): unknown[] {
  const conditions = [
    'place = ?',
    operators === null ? 'true' : `operator_ident IN (${operators.map(() => '?').join(', ')})`,
    size === undefined ? 'true' : 'traffic_size = ?',
    days === undefined ? 'true' : 'day_range = ?',
  ]
  const params = [place, ...(operators ?? []), size, days].filter((each) => each !== undefined)
  return idsOf(
    `SELECT plan_id FROM placements NOT INDEXED WHERE ${conditions.join(' AND ')}
      ORDER BY ${orderOf(sort)}`,
    params,
  )
}

function idsOf(sql: string, params: readonly (string | number | null)[]): unknown[] {
  return shop
    .prepare(sql)
    .all(...params)
    .map((row) => row['plan_id'])
}
