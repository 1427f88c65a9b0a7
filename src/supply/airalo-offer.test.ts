import { expect, it } from 'vitest'
import { costOf, fairUseOf, minimumPriceOf, trafficOf } from './airalo-catalogue.ts'
import type { Offer } from './airalo-catalogue.ts'

const offer: Offer = {
  id: 'change-7days-1gb',
  type: 'sim',
  price: '4.5',
  net_price: '3.6',
  amount: 1024,
  day: 7,
  title: '1 GB - 7 Days',
}

it('uses the net price as the cost', () => {
  expect(costOf(offer)).toEqual({ minor: 360, currency: 'USD' })
  expect(costOf({ ...offer, net_price: '18.405' })).toEqual({ minor: 1841, currency: 'USD' })
})

it.each([
  // The published example: 4.5 less a discount of 10 % is 4.05.
  ['4.5', 10, 405],
  ['9.50', 10, 855],
  ['4.99', 15, 425],
  ['23', 0, 2300],
])('uses %s less %i percent as the cost without a net price', (price, discount, minor) => {
  const pricing = { discount_percentage: discount }
  expect(costOf({ ...offer, price, net_price: null }, pricing)).toEqual({ minor, currency: 'USD' })
})

it('uses the retail price as the minimum price', () => {
  expect(minimumPriceOf(offer)).toEqual({ minor: 450, currency: 'USD' })
})

it('reads the amount of data', () => {
  expect(trafficOf(offer)).toBe(1024)
  expect(trafficOf({ ...offer, amount: 0 })).toBeNull()
  expect(trafficOf({ ...offer, amount: 3072, is_unlimited: true })).toBeNull()
})

it.each([
  ['Lower speed rate of 1 Mbps after 3 GB usage per day.', 3072, 1000, false],
  ['Reduced to 512 kbps after 500 MB usage per day.', 500, 512, false],
  ['Speed reduced to 1Mbps after 100GB', null, 1000, true],
  ['Speed may vary.', null, null, true],
])('reads the fair usage policy %j', (text, thresholdMb, speedKbps, hasNote) => {
  const policy = { is_fair_usage_policy: true, fair_usage_policy: text }
  const note = hasNote ? text : null
  expect(fairUseOf({ ...offer, ...policy })).toEqual({ thresholdMb, speedKbps, note })
})

it('returns no fair use without a policy', () => {
  expect(fairUseOf(offer)).toBeNull()
})
