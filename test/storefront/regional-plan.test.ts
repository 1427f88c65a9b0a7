import { beforeAll, expect, it } from 'vitest'
import { origin, visitText } from '../support/visit.ts'
import { stockShop, run } from '../support/small-shop.ts'
import { sql } from '../../src/kit/sql.ts'

const networks = JSON.stringify([
  { countryCode2Letters: 'ru', networks: [{ title: 'MTS', generations: ['4G'] }] },
])

beforeAll(async () => {
  await stockShop(1)
  await run(
    `INSERT INTO places (place, titles) VALUES
      ('ru', '{"en":"Russia","ru":"Россия"}'), ('ru/mow', '{"en":"Moscow","ru":"Москва"}')`,
    sql`INSERT INTO plans (id, operator_ident, kind, country_codes, region_ident,
        market, validity_days, prices, minutes, sms, unlimited_apps, networks)
      VALUES ('ru-mow', 'tr-turkcell', 'region', '["ru"]', 'mow', 'russia', 30, '{"USD":500}',
        500, 50, '["Telegram","VK"]', ${networks})`,
  )
})

it.each([
  ['', 'Russia', 'Moscow'],
  ['/ru', 'Россия', 'Москва'],
])('links a regional plan at %j to its region', async (prefix, country, region) => {
  const html = await visitText(`${prefix}/esim/tariffs/tr-turkcell/ru-mow`)
  const [, way = ''] = /<nav class="breadcrumbs"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
  const links = [...way.matchAll(/<a href="([^"]*)">([^<]*)/g)].map(([, to, text]) => [to, text])
  expect(links.slice(1)).toEqual([
    [`${prefix}/esim/countries/ru`, country],
    [`${prefix}/esim/countries/ru/mow`, region],
  ])
  const [, json = ''] = /"@type":"BreadcrumbList"(.*?)<\/script>/s.exec(way) ?? []
  expect(json).toContain(`${prefix}/esim/countries/ru/mow"`)
  const [, pass = ''] = /<p class="route">(.*?)<\/p>/s.exec(html) ?? []
  expect(pass).toContain('MTS 4G')
  const [, coverage = ''] = /<ul class="coverage">(.*?)<\/ul>/s.exec(html) ?? []
  // Maps have no outlines of regions.
  expect(html).not.toContain('/maps/')
  expect(coverage).toContain(`<a href="${prefix}/esim/countries/ru/mow">${region}</a>`)
  expect(coverage).not.toContain(country)
})

it.each(['/ru/esim/regions', '/ru/esim/regions/ru'])(
  'has one canonical URL for the regions of Russia at %s',
  async (path) => {
    const html = await visitText(path)
    expect(html).toContain(`<link rel="canonical" href="${origin}/ru/esim/regions/ru"/>`)
    expect(html).toContain(`hrefLang="en" href="${origin}/esim/regions/ru"/>`)
  },
)

it.each([
  ['', ['500 minutes', '50 SMS', 'Telegram, VK']],
  ['/ru', ['500 минут', '50 SMS', 'Telegram, VK']],
])('shows the minutes, SMS and unlimited apps of a plan at %j', async (prefix, facts) => {
  const html = await visitText(`${prefix}/esim/tariffs/tr-turkcell/ru-mow`)
  for (const fact of facts) expect(html.replaceAll('\u00A0', ' ')).toContain(`>${fact}<`)
})
