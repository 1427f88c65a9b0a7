import { readFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { orderOf, placementKeys } from '../../src/backend/catalogue/placements.ts'
import type { TariffFilter } from '../../src/backend/catalogue/placements.ts'
import { dayRangeNames, tariffSorts, trafficSizes } from '../../src/domain/tariff.ts'
import type { TariffSort } from '../../src/domain/tariff.ts'
import { generatePlans } from './generated-plans.ts'
import { insertPlans } from './insert-plans.ts'

const shop = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
const migrations = 'src/backend/migrations'
const seller = { website: null, supportPhone: null, supportEmail: null }
const places = {
  countries: ['tr', 'ru'].map((code) => ({ code, aliases: [], popularity: null })),
  regions: [{ country: 'ru', ident: 'mow', title_en: 'Moscow' }],
  operators: ['tr-one', 'ru-one'].map((ident) => ({ ...seller, ident, title: ident })),
}

beforeAll(() => {
  for (const file of readdirSync(migrations).toSorted())
    shop.exec(readFileSync(`${migrations}/${file}`, 'utf8'))
  for (const statement of insertPlans(generatePlans(places, 0, 600), 'USD')) shop.exec(statement)
  shop.exec(`UPDATE placements SET in_stock = substr(tariff_id, 6) % 3 > 0`)
})

it('lists all plans that pass the filters, in order', () => {
  const operators = [null, ['tr-one'], ['ru-one', 'reseller-0', 'tr-one'], []]
  for (const place of ['all', 'tr', 'ru/mow'])
    for (const sort of tariffSorts)
      for (const size of [undefined, ...trafficSizes])
        for (const days of [undefined, ...dayRangeNames])
          for (const named of operators) {
            const filter = { place, operators: named, size, days }
            expect(foundBy(filter, sort), JSON.stringify([filter, sort])).toEqual(
              scannedBy(filter, sort),
            )
          }
})

function foundBy(filter: TariffFilter, sort: TariffSort): unknown[] {
  const { sql, countSql, params } = placementKeys(filter, sort)
  const found = idsOf(sql, params)
  expect(shop.prepare(countSql).all(...params)).toHaveLength(found.length)
  return found
}

function scannedBy({ place, operators, size, days }: TariffFilter, sort: TariffSort): unknown[] {
  const conditions = [
    'place = ?',
    operators === null ? 'true' : `operator_ident IN (${operators.map(() => '?').join(', ')})`,
    size === undefined ? 'true' : 'traffic_size = ?',
    days === undefined ? 'true' : 'day_range = ?',
  ]
  const params = [place, ...(operators ?? []), size, days].filter((each) => each !== undefined)
  return idsOf(
    `SELECT tariff_id FROM placements NOT INDEXED WHERE ${conditions.join(' AND ')}
      ORDER BY ${orderOf(sort)}`,
    params,
  )
}

function idsOf(sql: string, params: readonly string[]): unknown[] {
  return shop
    .prepare(sql)
    .all(...params)
    .map((row) => row['tariff_id'])
}
