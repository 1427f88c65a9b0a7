import { expect, it } from 'vitest'
import { costOf, fairUseOf, minimumPriceOf, trafficOf, unknownSizeOf } from './airalo-catalogue.ts'
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

it('does not take a plan without a stated size for an unlimited one', () => {
  for (const size of [{ amount: 1024 }, { amount: 0 }, { amount: null, is_unlimited: true }])
    expect(unknownSizeOf({ ...offer, ...size })).toEqual([])
  expect(unknownSizeOf({ ...offer, amount: null })).toEqual(['amount null'])
  expect(unknownSizeOf({ ...offer, amount: 0, is_unlimited: false })).toEqual(['amount 0'])
})

it.each([
  ['Lower speed rate of 1 Mbps after 3 GB usage per day.', [3072, 1000]],
  ['Reduced to 512 kbps after 500 MB usage per day.', [500, 512]],
  ['Speed reduced to 1Mbps after 100GB', null],
  ['Speed may vary.', null],
])('reads the fair usage policy %j', (text, limit) => {
  const policy = { is_fair_usage_policy: true, fair_usage_policy: text }
  expect(fairUseOf({ ...offer, ...policy })).toEqual(
    limit ? { fairUseThresholdMb: limit[0], fairUseSpeedKbps: limit[1] } : { fairUseNote: text },
  )
})

it('returns no fair use without a policy', () => {
  expect(fairUseOf(offer)).toEqual({})
})
