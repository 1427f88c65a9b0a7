import { expect, it } from 'vitest'
import {
  reviewProperties,
  breadcrumbList,
  faqPage,
  planForSale,
  plansForPlace,
} from './structured-data.ts'

it('creates an offer for each price, in major units, and marks a sold-out plan', () => {
  const plan = {
    tariffID: 'tr-10',
    name: 'Türkiye · 10 GB',
    description: 'A plan',
    operator: 'Turkcell',
    prices: [
      { minor: 1250, currency: 'USD' },
      { minor: 115_005, currency: 'RUB' },
      { minor: 1900, currency: 'JPY' },
      { minor: 3850, currency: 'KWD' },
    ],
    inStock: false,
    url: 'https://shop.example/plan',
    image: 'https://shop.example/og/tr.png',
    countryCodes: ['tr', 'gr'],
    reviews: { rating: null, reviews: [] },
  }
  const product = planForSale(plan)
  expect(product['offers']).toMatchObject([
    { priceCurrency: 'USD', price: '12.50', availability: 'https://schema.org/OutOfStock' },
    { priceCurrency: 'RUB', price: '1150.05', availability: 'https://schema.org/OutOfStock' },
    { priceCurrency: 'JPY', price: '1900' },
    { priceCurrency: 'KWD', price: '3.850' },
  ])
  expect(planForSale({ ...plan, inStock: true })['offers']).toMatchObject([
    { availability: 'https://schema.org/InStock' },
    { availability: 'https://schema.org/InStock' },
    { availability: 'https://schema.org/InStock' },
    { availability: 'https://schema.org/InStock' },
  ])
  expect(product['additionalProperty']).toMatchObject({ name: 'coverage', value: 'TR, GR' })
  expect(JSON.stringify(product)).not.toMatch(/review|rating/i)
})

it('states the lowest and the highest price of a place', () => {
  const reviews = { rating: null, reviews: [] }
  const place = {
    name: 'Plans',
    description: 'All',
    url: 'https://shop.example/tr',
    image: 'x',
    reviews,
  }
  const prices = [1400, 240, 4850].map((minor) => ({ minor, currency: 'USD' }))
  expect(plansForPlace({ ...place, prices })?.['offers']).toMatchObject({
    '@type': 'AggregateOffer',
    priceCurrency: 'USD',
    lowPrice: '2.40',
    highPrice: '48.50',
    offerCount: 3,
  })
  expect(plansForPlace({ ...place, prices: [] })).toBeNull()
})

it('describes the rating of a product with the reviews that the page shows', () => {
  const review = { rating: 4, text: 'Fast.', author: 'Ann', writtenAt: '2026-11-21T10:00:00.000Z' }
  expect(reviewProperties({ rating: { count: 12, average: 4.6 }, reviews: [review] })).toEqual({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.6, reviewCount: 12 },
    review: [
      {
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: 4 },
        author: { '@type': 'Person', name: 'Ann' },
        datePublished: '2026-11-21',
        reviewBody: 'Fast.',
      },
    ],
  })
  expect(reviewProperties({ rating: { count: 1, average: 5 }, reviews: [] })).toEqual({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 5, reviewCount: 1 },
  })
  expect(reviewProperties({ rating: null, reviews: [review] })).toEqual({})
})

it('numbers breadcrumbs from 1 and joins the paragraphs of an answer', () => {
  const steps = ['Countries', 'Türkiye'].map((name) => ({
    name,
    url: `https://shop.example/${name}`,
  }))
  expect(breadcrumbList(steps)['itemListElement']).toMatchObject([
    { position: 1, name: 'Countries' },
    { position: 2, item: 'https://shop.example/Türkiye' },
  ])
  expect(faqPage([{ question: 'Why?', answer: ['So.', 'And so.'] }])['mainEntity']).toMatchObject([
    { name: 'Why?', acceptedAnswer: { text: 'So.\nAnd so.' } },
  ])
})
