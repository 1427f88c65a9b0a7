import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { newCommandDatabase } from '../test/sqlite-d1.ts'
import { applyBatches } from './import-files.ts'
import { commandStaff } from './settings.ts'
import type { AuditEntry } from '../../src/api/audit.ts'
import { importSubject } from '../../src/plans/apply-import.ts'
import {
  catalogueBatches,
  catalogueDifference,
  knownNamesOf,
  readStoredCatalogue,
} from '../../src/plans/catalogue-difference.ts'
import { describeDictionaries, describePlans } from './describe-difference.ts'
import { describeRisks, findCatalogueRisks } from '../../src/plans/catalogue-risks.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import {
  knownStock,
  compareStock,
  readStockTable,
  stockBatches,
} from '../../src/plans/read-stock.ts'
import { describeProblem } from '../../src/plans/read-csv.ts'

const terms = { currencies: ['USD'], charges: () => [{ least: 1, most: Infinity }] } as const

const header =
  'tariffID,operator,countries,region,worldRegion,market,trafficMb,fairUseThresholdMb,fairUseSpeedKbps,validityDays,priceUSD,priceRUB,minutes,sms,unlimitedApps,networks,hotspot,topUp,kyc,apn'
const plan = (id: string, where: string) =>
  `${id},op,${where},travel,1024,,,7,4.50,410.00,,,,,yes,,,`
const dictionaries = [
  {
    name: 'countries.csv',
    text: 'code,title_ru,popularity,aliases\ntr,Турция,1,\nru,,,',
  },
  {
    name: 'regions.csv',
    text: 'country,ident,title_en,title_ru\nru,mow,Moscow,Москва\nru,spe,Saint Petersburg,',
  },
  { name: 'operators.csv', text: 'ident,title,website,supportPhone,supportEmail\nop,Op,,,' },
]

it('places a plan in its countries, its region, its world region and in all', async () => {
  const opened = await shopWith(
    plan('one', 'tr,,'),
    plan('two', 'tr ru,,cis'),
    plan('three', 'ru,mow,'),
  )
  const { shop } = opened
  expect(placesOf(shop, 'one')).toEqual(['all', 'tr'])
  expect(placesOf(shop, 'two')).toEqual(['all', 'cis', 'ru', 'tr'])
  expect(placesOf(shop, 'three')).toEqual(['all', 'ru', 'ru/mow'])
})

it('updates the filters of a plan when a new file changes it', async () => {
  const planRow = (mb: string, days: number) =>
    `one,op,tr,,,travel,${mb},,,${days},4.50,410.00,,,,,yes,,,`
  const opened = await shopWith(planRow('1024', 7))
  const { shop } = opened
  const filters = () =>
    selectAll(shop, `SELECT place, traffic_size AS size, day_range AS days FROM placements`)
  const placedUnder = (size: string, days: string) =>
    ['all', 'tr'].map((place) => ({ place, size, days }))
  expect(filters()).toEqual(placedUnder('1', '7'))
  await importPlans(opened, planRow('5121', 31))
  expect(filters()).toEqual(placedUnder('10', '31'))
  await importPlans(opened, planRow('unlimited', 30))
  expect(filters()).toEqual(placedUnder('unlimited', '30'))
})

it('stores the countries of a plan and the full speed of an unlimited one', async () => {
  const row = (id: string, countries: string, mb: string, fairUse: string) =>
    `${id},op,${countries},,${countries.includes(' ') ? 'cis' : ''},travel,${mb},${fairUse},7,4.50,410.00,,,,,yes,,,`
  const opened = await shopWith(
    row('both', 'tr ru', 'unlimited', '2048,512'),
    row('one', 'tr', 'unlimited', ','),
    row('small', 'tr', '1024', ','),
  )
  const found = () =>
    selectAll(
      opened.shop,
      `SELECT plan_id AS id, countries, full_speed_mb AS speed FROM placements
      WHERE place = 'tr' ORDER BY plan_id`,
    )
  const others = [
    { id: 'one', countries: null, speed: 1024 },
    { id: 'small', countries: null, speed: null },
  ]
  expect(found()).toEqual([{ id: 'both', countries: 'tr,ru,', speed: 2048 }, ...others])
  await importPlans(opened, row('both', 'tr ru', 'unlimited', '3072,512'))
  expect(found()).toContainEqual({ id: 'both', countries: 'tr,ru,', speed: 3072 })
})

it('stores the titles of the files, and adds missing names of countries', async () => {
  const opened = await shopWith()
  const { shop } = opened
  const titles = () =>
    selectAll(
      shop,
      `SELECT place, key AS lang, value AS title FROM places, json_each(titles)
      WHERE key IN ('en', 'ru') ORDER BY place, key`,
    )
  const title = (place: string, lang: string, text: string) => ({ place, lang, title: text })
  const expected = [
    title('ru', 'en', 'Russia'),
    title('ru', 'ru', 'Россия'),
    title('ru/mow', 'en', 'Moscow'),
    title('ru/mow', 'ru', 'Москва'),
    title('ru/spe', 'en', 'Saint Petersburg'),
    title('tr', 'en', 'Türkiye'),
    title('tr', 'ru', 'Турция'),
  ]
  expect(titles()).toEqual(expected)
  shop.exec(`UPDATE places SET titles = json_set(titles, '$.ru', 'Росія') WHERE place = 'ru'`)
  await importPlans(opened)
  expect(titles()).toContainEqual(title('ru', 'ru', 'Росія'))
})

it('delists a plan that is not in a new file, and keeps it for its buyers', async () => {
  const opened = await shopWith(plan('old', 'tr,,'), plan('kept', 'tr,,'))
  const { shop } = opened
  await importPlans(opened, plan('kept', 'tr,,'), plan('new', 'tr,,'))
  expect(selectAll(shop, 'SELECT id, is_listed FROM plans ORDER BY id')).toEqual([
    { id: 'kept', is_listed: 1 },
    { id: 'new', is_listed: 1 },
    { id: 'old', is_listed: 0 },
  ])
  expect(placesOf(shop, 'old')).toEqual([])
})

it('marks a plan as in stock in every place after an import of codes or plans', async () => {
  const opened = await shopWith(plan('full', 'tr,,'), plan('empty', 'tr,,'))
  const { shop, db } = opened
  await importStock(db, '8910300000000000017,full,rsp.example.com,AAA,,,')
  const inStock = () =>
    selectAll(shop, `SELECT plan_id, in_stock FROM placements WHERE place = 'tr' ORDER BY plan_id`)
  const expected = [
    { plan_id: 'empty', in_stock: 0 },
    { plan_id: 'full', in_stock: 1 },
  ]
  expect(inStock()).toEqual(expected)
  await importPlans(opened, plan('full', 'tr,,'), plan('empty', 'tr,,'))
  expect(inStock()).toEqual(expected)
})

it('adds codes without changing those in the database', async () => {
  const opened = await shopWith(plan('full', 'tr,,'))
  const { shop, db } = opened
  await importStock(db, '8910300000000000017,full,rsp.example.com,AAA,,,')
  await importStock(
    db,
    '8910300000000000017,full,rsp.example.com,AAA,,,',
    '8910300000000000025,full,rsp.example.com,BBB,1234,,yes',
  )
  expect(
    selectAll(shop, 'SELECT iccid, confirmation_code, is_sample FROM stock ORDER BY iccid'),
  ).toEqual([
    { iccid: '8910300000000000017', confirmation_code: null, is_sample: 0 },
    { iccid: '8910300000000000025', confirmation_code: '1234', is_sample: 1 },
  ])
})

it('writes only changes, and nothing the second time', async () => {
  const many = Array.from({ length: 300 }, (_, index) => plan(`p-${index}`, 'tr,,'))
  const opened = await shopWith(...many)
  expect((await importPlans(opened, ...many)).batches).toEqual([])
  const dearer = many.map((row, index) => (index < 2 ? row.replace('4.50', '4.90') : row))
  // Two plans with their versions, each in two places, and the content version.
  expect(await importPlans(opened, ...dearer)).toMatchObject({
    writes: 9,
    risks: [],
    lines: [
      '0 new, 0 gone, 2 with other prices, 0 changed, 298 unchanged.',
      'price   p-0  4.50 USD, 410.00 RUB → 4.90 USD, 410.00 RUB',
      'price   p-1  4.50 USD, 410.00 RUB → 4.90 USD, 410.00 RUB',
    ],
  })
  expect(selectAll(opened.shop, `SELECT DISTINCT price FROM placements ORDER BY price`)).toEqual([
    { price: 450 },
    { price: 490 },
  ])
})

it('counts new, changed and unchanged rows of dictionaries', async () => {
  const { db } = await shopWith()
  const countsOf = async (name: string, text: string) => {
    const stored = await readStoredCatalogue(db)
    const { catalogue } = readCatalogue([{ name, text }], knownNamesOf(stored), terms)
    return describeDictionaries(catalogueDifference(catalogue, stored))
  }
  const countries = 'code,title_ru,popularity,aliases\ntr,Турция,2,\nru,,,\nge,,,'
  expect(await countsOf('countries.csv', countries)).toEqual([
    'countries: 1 new, 1 changed, 1 unchanged.',
  ])
  const regions = 'country,ident,title_en,title_ru\nru,mow,Moskva,Москва\nru,spe,Saint Petersburg,'
  expect(await countsOf('regions.csv', regions)).toEqual([
    'regions: 0 new, 1 changed, 1 unchanged.',
  ])
  const operators = 'ident,title\nop,Op\nother,Other'
  expect(await countsOf('operators.csv', operators)).toEqual([
    'operators: 1 new, 0 changed, 1 unchanged.',
  ])
})

it('lists a delisted plan again when a new file has it', async () => {
  const opened = await shopWith(plan('a', 'tr,,'), plan('b', 'tr,,'))
  await importPlans(opened, plan('a', 'tr,,'))
  const { lines } = await importPlans(opened, plan('a', 'tr,,'), plan('b', 'tr,,'))
  expect(lines[1]).toBe('new     b  4.50 USD, 410.00 RUB')
  expect(placesOf(opened.shop, 'b')).toEqual(['all', 'tr'])
})

it('repairs lists whose prices are in another currency', async () => {
  const opened = await shopWith(plan('a', 'tr,,'))
  opened.shop.exec('UPDATE placements SET price = 41000')
  await importPlans(opened, plan('a', 'tr,,'))
  expect(selectAll(opened.shop, 'SELECT DISTINCT price FROM placements')).toEqual([{ price: 450 }])
})

it.each([
  ['swapped currencies', ['4.50,410.00', '410.00,4.50'], 'prices in USD and RUB look swapped: a'],
  ['a jump of a price', ['410.00', '700.00'], 'a price changes by more than 50%: a'],
  ['GB instead of MB', ['1024', '3'], 'less than 10 MB (trafficMb is in MB, not GB): a'],
])('finds %s suspicious', async (_, [from = '', to = ''], risk) => {
  const opened = await shopWith(plan('a', 'tr,,'), plan('b', 'tr,,'))
  const { risks } = await importPlans(
    opened,
    plan('a', 'tr,,').replace(from, to),
    plan('b', 'tr,,'),
  )
  expect(risks).toContain(risk)
  // The first import has accepted this value.
  const again = await importPlans(opened, plan('a', 'tr,,').replace(from, to), plan('b', 'tr,,'))
  expect(again.risks).toEqual([])
})

it('warns when more than a fifth of the plans is missing', async () => {
  const plans = ['a', 'b', 'c', 'd', 'e'].map((id) => plan(id, 'tr,,'))
  const fifth = await importPlans(await shopWith(...plans), ...plans.slice(1))
  expect(fifth.risks).toEqual([])
  const more = await importPlans(await shopWith(...plans), ...plans.slice(2))
  expect(more.lines[0]).toBe('0 new, 2 gone, 0 with other prices, 0 changed, 3 unchanged.')
  expect(more.risks).toEqual(['2 of 5 plans on sale are missing'])
})

it.each([
  ['after the database has applied it', true],
  ['before the database has applied it', false],
])('executes only the missing batches when a connection breaks %s', async (_, isApplied) => {
  const { shop, db } = await shopWith()
  const plans = Array.from({ length: 2100 }, (__, index) => plan(`p-${index}`, 'tr,,'))
  const text = [header, ...plans].join('\n')
  const files = [...dictionaries, { name: 'plans.csv', text }]
  const readBatches = async () => {
    const stored = await readStoredCatalogue(db)
    const { catalogue, problems } = readCatalogue(files, knownNamesOf(stored), terms)
    return {
      batches: catalogueBatches(db, catalogueDifference(catalogue, stored), 'USD'),
      problems,
    }
  }
  expect((await readBatches()).batches).toHaveLength(2)
  let calls = 0
  const batch: typeof db.batch = async (statements) => {
    calls += 1
    const answers = calls !== 1 || isApplied ? await db.batch<never>(statements) : []
    if (calls === 1) throw new Error('fetch failed')
    return answers
  }
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = { prepare: db.prepare.bind(db), batch }
  await applyBatches(async (work) => work(broken), record, {
    read: readBatches,
    readAgain: readBatches,
  })
  report.mockRestore()
  expect(calls).toBe(isApplied ? 2 : 3)
  expect(selectAll(shop, 'SELECT action FROM audit')).toEqual([{ action: 'import' }])
  expect(await readBatches()).toEqual({ batches: [], problems: [] })
})

it('leaves a plan off sale that staff take off sale during the import', async () => {
  const { shop, db } = await shopWith(plan('one', 'tr,,'))
  const text = `${header}\n${plan('one', 'tr,,').replace('4.50', '4.60')}`
  const readBatches = async () => {
    const stored = await readStoredCatalogue(db)
    const files = [{ name: 'plans.csv', text }]
    const { catalogue, problems } = readCatalogue(files, knownNamesOf(stored), terms)
    return {
      batches: catalogueBatches(db, catalogueDifference(catalogue, stored), 'USD'),
      problems,
    }
  }
  const first = await readBatches()
  shop.exec(`UPDATE plans SET off_sale_at = '2026-11-21', is_listed = 0; DELETE FROM placements`)
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await applyBatches(async (work) => work(db), record, {
    read: async () => first,
    readAgain: readBatches,
  })
  report.mockRestore()
  expect(selectAll(shop, 'SELECT is_listed, prices FROM plans')).toEqual([
    { is_listed: 0, prices: '{"USD":460,"RUB":41000}' },
  ])
  expect(placesOf(shop, 'one')).toEqual([])
})

it('fails when another import stores a code of the file with another plan meanwhile', async () => {
  const { db } = await shopWith(plan('one', 'tr,,'), plan('two', 'tr,,'))
  const text = 'iccid,tariffID,smdpAddress,matchingId\n8910300000000000017,one,rsp.test,A-1'
  const readBatches = async () => {
    const table = readStockTable({ name: 'codes.csv', text })
    const known = await knownStock(db, table)
    const { added, problems } = compareStock(table, known)
    return { batches: stockBatches(db, added), problems }
  }
  const first = await readBatches()
  await importStock(db, '8910300000000000017,two,rsp.test,A-1,,,')
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await expect(
    applyBatches(async (work) => work(db), record, {
      read: async () => first,
      readAgain: readBatches,
    }),
  ).rejects.toThrow('codes.csv:2:1')
  report.mockRestore()
})

const record: AuditEntry = {
  id: 'the audit row of the import',
  at: '2026-11-21T10:00:00.000Z',
  staff: commandStaff('Olga'),
  action: 'import',
  subject: importSubject,
  details: {},
}

async function shopWith(...plans: string[]): Promise<Shop> {
  const opened = newCommandDatabase()
  await importPlans(opened, ...plans)
  return opened
}

async function importPlans({ shop, db }: Shop, ...plans: string[]): Promise<ImportResult> {
  const text = [header, ...plans].join('\n')
  const stored = await readStoredCatalogue(db)
  const files = [...dictionaries, { name: 'plans.csv', text }]
  const { catalogue, problems } = readCatalogue(files, knownNamesOf(stored), terms)
  expect(problems.map(describeProblem)).toEqual([])
  const difference = catalogueDifference(catalogue, stored)
  const batches = catalogueBatches(db, difference, 'USD')
  const before = writesOf(shop)
  for (const batch of batches) await db.batch(batch)
  return {
    batches,
    writes: writesOf(shop) - before,
    lines: describePlans(difference.plans, difference.unchanged),
    risks: describeRisks(findCatalogueRisks(difference.plans, difference.listed)),
  }
}

type Shop = { readonly shop: DatabaseSync; readonly db: D1Database }
type ImportResult = {
  readonly batches: readonly (readonly D1PreparedStatement[])[]
  /** Rows, without index entries. */
  readonly writes: number
  readonly lines: readonly string[]
  readonly risks: readonly string[]
}

function writesOf(shop: DatabaseSync): number {
  return Number(selectAll(shop, 'SELECT total_changes() AS count')[0]?.['count'])
}

async function importStock(db: D1Database, ...codes: string[]): Promise<void> {
  const head = 'iccid,tariffID,smdpAddress,matchingId,confirmationCode,mobileNumber,sample'
  const table = readStockTable({ name: 'codes.csv', text: [head, ...codes].join('\n') })
  const { added, problems } = compareStock(table, await knownStock(db, table))
  expect(problems.map(describeProblem)).toEqual([])
  for (const batch of stockBatches(db, added)) await db.batch(batch)
}

function placesOf(shop: DatabaseSync, id: string): unknown[] {
  const sql = `SELECT place FROM placements WHERE plan_id = '${id}' ORDER BY place`
  return selectAll(shop, sql).map(({ place }) => place)
}

function selectAll(shop: DatabaseSync, sql: string) {
  return shop
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
}
