import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { visitText } from '../support/visit.ts'
import { hostileName, insertHostileContent } from './hostile-content.ts'
import { run } from '../support/small-shop.ts'

beforeAll(insertHostileContent)

type JsonLD = { readonly '@type': string; readonly [name: string]: unknown }

async function dataOf(path: string): Promise<JsonLD[]> {
  const html = await visitText(path)
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...blocks].map(([, json = '']) => JSON.parse(json))
}

async function typesOf(path: string): Promise<string[]> {
  return (await dataOf(path)).map((data) => data['@type'])
}

it('describes the seller, plans, answers and posts with their breadcrumbs', async () => {
  const questions = '/klientam/questions-and-answers'
  for (const prefix of ['', '/ru']) {
    expect(await typesOf(prefix || '/')).toEqual(['Organization'])
    expect(await typesOf(`${prefix}/esim/countries/tr`)).toEqual(['BreadcrumbList', 'Product'])
    expect(await typesOf(`${prefix}/esim/tariffs/tr-turkcell/tr-10`)).toEqual([
      'BreadcrumbList',
      'Product',
    ])
    expect(await typesOf(prefix + questions)).toEqual([])
    for (const path of ['choosing', 'how-much', 'choosing/how-much'])
      expect((await typesOf(`${prefix}${questions}/${path}`)).toSorted()).toEqual([
        'BreadcrumbList',
        'FAQPage',
      ])
    expect((await typesOf(`${prefix}/blog/borders`)).toSorted()).toEqual([
      'BlogPosting',
      'BreadcrumbList',
    ])
  }
  expect(await typesOf(`${questions}?search_string=much`)).toEqual([])
})

it('offers a plan in both currencies with its availability and without reviews', async () => {
  const [, inStock] = await dataOf('/esim/tariffs/tr-turkcell/tr-10')
  const [, soldOut] = await dataOf('/ru/esim/tariffs/tr-turkcell/tr-sold-out')
  expect(inStock).toMatchObject({
    offers: [
      { price: '12.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
      { price: '1150.00', priceCurrency: 'RUB', availability: 'https://schema.org/InStock' },
    ],
  })
  expect(soldOut).toMatchObject({
    offers: [
      { availability: 'https://schema.org/OutOfStock' },
      { availability: 'https://schema.org/OutOfStock' },
    ],
  })
  expect(JSON.stringify([inStock, soldOut])).not.toMatch(/"(review|aggregateRating)"/)
})

it('has the lowest and the highest price of a country, and the coverage of a plan', async () => {
  const [, country] = await dataOf('/esim/countries/tr')
  expect(country).toMatchObject({ offers: { '@type': 'AggregateOffer', priceCurrency: 'USD' } })
  const { lowPrice, highPrice, offerCount } = z
    .object({ lowPrice: z.coerce.number(), highPrice: z.coerce.number(), offerCount: z.number() })
    .parse(country?.['offers'])
  expect(lowPrice).toBeLessThanOrEqual(12.5)
  expect(highPrice).toBeGreaterThanOrEqual(12.5)
  expect(offerCount).toBeGreaterThan(0)
  const [, plan] = await dataOf('/esim/tariffs/tr-turkcell/tr-10')
  expect(plan).toMatchObject({ additionalProperty: { name: 'coverage', value: 'TR' } })
})

it('states the prices of a country in the currency that its page shows', async () => {
  const offersOf = async (path: string) => {
    const [, country] = await dataOf(path)
    return country?.['offers']
  }
  expect(await offersOf('/esim/countries/tr')).toMatchObject({ priceCurrency: 'USD' })
  expect(await offersOf('/ru/esim/countries/tr')).toMatchObject({ priceCurrency: 'RUB' })
  await run(`UPDATE plans SET prices = json_remove(prices, '$.RUB')`)
  // The page without a query is cached.
  expect(await offersOf('/ru/esim/countries/tr?sort=days')).toMatchObject({ priceCurrency: 'USD' })
})

it('escapes names that contain markup', async () => {
  const [, plan] = await dataOf('/esim/tariffs/tr-turkcell/tr-10')
  expect(plan).toMatchObject({ brand: { name: hostileName } })
  const [, post] = await dataOf('/blog/borders')
  expect(post).toMatchObject({ headline: hostileName, datePublished: '2026-11-02' })
  for (const path of ['/esim/tariffs/tr-turkcell/tr-10', '/blog/borders'])
    expect(await visitText(path)).not.toContain('<script>alert')
})
