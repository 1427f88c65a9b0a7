import { readFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readCatalogue } from './read-catalogue.ts'
import { catalogueSql } from './catalogue-sql.ts'
import { readStock, stockSql } from './read-stock.ts'
import { describeProblem } from './read-csv.ts'

const migrations = 'src/backend/migrations'
const header =
  'tariffID,operator,countries,region,worldRegion,market,trafficMb,fairUseThresholdMb,fairUseSpeedKbps,validityDays,priceUSD,priceRUB,minutes,sms,unlimitedApps,networks,hotspot,topUp,kyc,apn'
const plan = (id: string, where: string) =>
  `${id},op,${where},travel,1024,,,7,4.50,410.00,,,,,yes,,,`
const none = {
  countries: new Set<string>(),
  regions: new Set<string>(),
  operators: new Set<string>(),
}
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

it('places a plan in its countries, its region, its world region and in all', () => {
  const shop = shopWith(plan('one', 'tr,,'), plan('two', 'tr ru,,cis'), plan('three', 'ru,mow,'))
  expect(placesOf(shop, 'one')).toEqual(['all', 'tr'])
  expect(placesOf(shop, 'two')).toEqual(['all', 'cis', 'ru', 'tr'])
  expect(placesOf(shop, 'three')).toEqual(['all', 'ru', 'ru/mow'])
})

it('updates the filters of a plan when a new file changes it', () => {
  const sized = (mb: string, days: number) =>
    `one,op,tr,,,travel,${mb},,,${days},4.50,410.00,,,,,yes,,,`
  const shop = shopWith(sized('1024', 7))
  const filters = () =>
    all(shop, `SELECT place, traffic_size AS size, day_range AS days FROM placements`)
  const under = (size: string, days: string) =>
    ['all', 'tr'].map((place) => ({ place, size, days }))
  expect(filters()).toEqual(under('1', '7'))
  importPlans(shop, sized('5121', 31))
  expect(filters()).toEqual(under('10', '31'))
  importPlans(shop, sized('unlimited', 30))
  expect(filters()).toEqual(under('unlimited', '30'))
})

it('stores the titles of the files, and names countries without one itself', () => {
  const shop = shopWith()
  const titles = () => all(shop, 'SELECT place, lang, title FROM place_titles')
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
  shop.exec(`UPDATE place_titles SET title = 'Росія' WHERE place = 'ru' AND lang = 'ru'`)
  importPlans(shop)
  expect(titles()).toContainEqual(title('ru', 'ru', 'Росія'))
})

it('migrates the titles of a shop from before place_titles', () => {
  const shop = new DatabaseSync(':memory:')
  const files = readdirSync(migrations).toSorted()
  const at = files.indexOf('0005_place_titles.sql')
  for (const file of files.slice(0, at)) migrate(shop, file)
  shop.exec(`INSERT INTO countries (code, title_en, title_ru) VALUES ('ru', 'Russia', 'Россия');
    INSERT INTO regions (country_code, ident, title_en, title_ru) VALUES ('ru', 'mow', 'Moscow', 'Москва')`)
  for (const file of files.slice(at)) migrate(shop, file)
  expect(all(shop, 'SELECT * FROM place_titles')).toEqual([
    { place: 'ru', lang: 'en', title: 'Russia' },
    { place: 'ru', lang: 'ru', title: 'Россия' },
    { place: 'ru/mow', lang: 'en', title: 'Moscow' },
    { place: 'ru/mow', lang: 'ru', title: 'Москва' },
  ])
  expect(all(shop, 'SELECT code FROM countries JOIN regions ON country_code = code')).toHaveLength(
    1,
  )
})

it('delists a plan that is not in a new file, and keeps it for its buyers', () => {
  const shop = shopWith(plan('old', 'tr,,'), plan('kept', 'tr,,'))
  importPlans(shop, plan('kept', 'tr,,'), plan('new', 'tr,,'))
  expect(all(shop, 'SELECT id, is_listed FROM tariffs ORDER BY id')).toEqual([
    { id: 'kept', is_listed: 1 },
    { id: 'new', is_listed: 1 },
    { id: 'old', is_listed: 0 },
  ])
  expect(placesOf(shop, 'old')).toEqual([])
  expect(all(shop, 'SELECT number, tariff_id FROM plan_numbers')).toEqual([
    { number: 0, tariff_id: 'kept' },
    { number: 1, tariff_id: 'new' },
  ])
})

it('marks a plan as in stock in every place, after codes and after plans are imported', () => {
  const shop = shopWith(plan('full', 'tr,,'), plan('empty', 'tr,,'))
  importStock(shop, '8910300000000000017,full,rsp.example.com,AAA,,,')
  const inStock = () =>
    all(shop, `SELECT tariff_id, in_stock FROM placements WHERE place = 'tr' ORDER BY tariff_id`)
  const expected = [
    { tariff_id: 'empty', in_stock: 0 },
    { tariff_id: 'full', in_stock: 1 },
  ]
  expect(inStock()).toEqual(expected)
  importPlans(shop, plan('full', 'tr,,'), plan('empty', 'tr,,'))
  expect(inStock()).toEqual(expected)
})

it('adds codes without changing those in the database', () => {
  const shop = shopWith(plan('full', 'tr,,'))
  importStock(shop, '8910300000000000017,full,rsp.example.com,AAA,,,')
  importStock(
    shop,
    '8910300000000000017,full,rsp.example.com,AAA,,,',
    '8910300000000000025,full,rsp.example.com,BBB,1234,,yes',
  )
  expect(all(shop, 'SELECT iccid, confirmation_code, is_sample FROM stock ORDER BY iccid')).toEqual(
    [
      { iccid: '8910300000000000017', confirmation_code: null, is_sample: 0 },
      { iccid: '8910300000000000025', confirmation_code: '1234', is_sample: 1 },
    ],
  )
})

function shopWith(...plans: string[]): DatabaseSync {
  const shop = new DatabaseSync(':memory:')
  for (const file of readdirSync(migrations).toSorted()) migrate(shop, file)
  importPlans(shop, ...plans)
  return shop
}

function migrate(shop: DatabaseSync, file: string): void {
  shop.exec(readFileSync(`${migrations}/${file}`, 'utf8'))
}

function importPlans(shop: DatabaseSync, ...plans: string[]): void {
  const text = [header, ...plans].join('\n')
  const { catalogue, problems } = readCatalogue(
    [...dictionaries, { name: 'plans.csv', text }],
    none,
    'USD',
  )
  expect(problems.map(describeProblem)).toEqual([])
  shop.exec(catalogueSql(catalogue).join('\n'))
}

function importStock(shop: DatabaseSync, ...codes: string[]): void {
  const head = 'iccid,tariffID,smdpAddress,matchingId,confirmationCode,mobileNumber,sample'
  const { added, problems } = readStock(
    { name: 'codes.csv', text: [head, ...codes].join('\n') },
    {
      tariffs: new Set(all(shop, 'SELECT id FROM tariffs').map(({ id }) => String(id))),
      codes: all(shop, 'SELECT * FROM stock').map((row) => ({
        iccid: String(row['iccid']),
        tariffID: String(row['tariff_id']),
        smdpAddress: String(row['smdp_address']),
        matchingId: String(row['matching_id']),
        confirmationCode:
          row['confirmation_code'] === null ? null : String(row['confirmation_code']),
        mobileNumber: row['mobile_number'] === null ? null : String(row['mobile_number']),
      })),
    },
  )
  expect(problems.map(describeProblem)).toEqual([])
  shop.exec(stockSql(added).join('\n'))
}

function placesOf(shop: DatabaseSync, id: string): unknown[] {
  const sql = `SELECT place FROM placements WHERE tariff_id = '${id}' ORDER BY place`
  return all(shop, sql).map(({ place }) => place)
}

function all(shop: DatabaseSync, sql: string) {
  return shop
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
}
