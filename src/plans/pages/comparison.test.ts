import { describe, expect, it } from 'vitest'
import type { DetailedPlan } from '../operations.ts'
import { wordsOf } from '../../words/words.shared.ts'
import { unitPrices } from '../../kit/plan-sizes.shared.ts'
import { compareQuery, markedPlans } from './compare.tsx'
import { compare, planNames } from './comparison.ts'

const shopper = { locale: 'en', words: wordsOf('en'), currencies: ['USD', 'RUB'] } as const

function plan(change: Partial<DetailedPlan> = {}): DetailedPlan {
  const size = { trafficMb: 5120, validityDays: 15, prices: { USD: 490 }, ...change }
  return {
    tariffID: 'th-ais-5gb-15d',
    operator: {
      ident: 'th-ais',
      title: 'AIS',
      website: null,
      supportPhone: null,
      supportEmail: null,
    },
    kind: 'country',
    placeTitle: 'Thailand',
    countryCodes: ['th'],
    regionIdent: null,
    worldRegion: null,
    market: 'travel',
    starts: 'connection',
    fairUse: null,
    fairUseNote: null,
    unitPrices: unitPrices(size),
    minutes: null,
    sms: null,
    unlimitedApps: [],
    inStock: true,
    networks: [networksIn('th', 'Thailand', 'AIS')],
    hotspot: 'yes',
    topUp: null,
    kyc: false,
    apn: null,
    conditions: null,
    ...size,
  }
}

function networksIn(code: string, countryTitle: string, title: string) {
  return {
    countryCode2Letters: code,
    countryTitle,
    networks: [{ title, generations: ['4G' as const, '5G' as const] }],
  }
}

const asia = plan({
  tariffID: 'asia-5gb-15d',
  kind: 'multi',
  worldRegion: 'asia',
  placeTitle: 'Asia',
  countryCodes: ['jp', 'vn'],
  networks: [networksIn('jp', 'Japan', 'SoftBank'), networksIn('vn', 'Vietnam', 'Viettel')],
})

const labels = (facts: readonly { label: string }[]) => facts.map(({ label }) => label)
const valuesOf = (plans: readonly DetailedPlan[], label: string, country: string | null = null) => {
  const { different, same } = compare(shopper, plans, country)
  return [...different, ...same].find((fact) => fact.label === label)?.values
}

describe('compare', () => {
  it('separates different facts from equal ones', () => {
    const { different, same } = compare(shopper, [plan(), plan({ hotspot: 'no' })], null)
    expect(labels(different)).toEqual(['Hotspot'])
    expect(labels(same)).toContain('Price')
  })

  it('marks the lowest price alone, and no price of a sold-out plan', () => {
    const lowest = (...prices: readonly [price: number, inStock?: boolean][]) => {
      const plans = prices.map(([USD, inStock = true]) => plan({ prices: { USD }, inStock }))
      return compare(shopper, plans, null).different.find(({ label }) => label === 'Price')?.lowest
    }
    expect(lowest([490], [480], [510])).toBe(1)
    expect(lowest([480], [480], [510])).toBeNull()
    expect(lowest([490], [480, false], [510])).toBe(0)
    expect(lowest([490], [480, false])).toBeNull()
  })

  it('does not compare a price per GB with a price per day', () => {
    const plans = [plan(), plan({ trafficMb: null, prices: { USD: 900 } })]
    const fact = compare(shopper, plans, null).different.find(
      ({ label }) => label === 'Price per GB or day',
    )
    expect(fact).toMatchObject({ values: ['$0.98 per GB', '$0.60 per day'], lowest: null })
  })

  it('returns null for facts that the operator does not state', () => {
    expect(valuesOf([plan({ topUp: true }), plan()], 'Top-up')).toEqual(['Available', null])
    expect(valuesOf([plan({ networks: [] }), plan()], 'Networks')).toEqual([null, 'AIS 5G'])
  })

  it('shows the daily limit of unlimited plans only', () => {
    expect(valuesOf([plan(), plan({ validityDays: 30 })], 'Fair use')).toBeUndefined()
    expect(valuesOf([plan(), plan({ trafficMb: null })], 'Fair use')).toEqual(['–', null])
  })

  it('names the countries that a plan leaves out, the compared country first', () => {
    const vietnam = plan({ placeTitle: 'Vietnam', countryCodes: ['vn'], networks: [] })
    expect(valuesOf([asia, vietnam], 'Where it works')).toEqual(['2 countries', 'Vietnam only'])
    const others = ['ae', 'bd', 'ca', 'de', 'fr']
    const world = plan({
      ...asia,
      countryCodes: ['jp', 'vn', ...others, 'th'],
      networks: [...others, 'th'].map((code) => networksIn(code, code.toUpperCase(), 'Any')),
    })
    expect(valuesOf([asia, world], 'Where it works', 'th')?.[0]).toBe(
      '2 countries. Not in this plan: TH, AE, BD, CA, DE and 1 more',
    )
  })

  it('shows the networks of the compared country, or counts countries', () => {
    expect(valuesOf([asia, plan()], 'Networks', 'vn')?.[0]).toBe('Viettel 5G')
    expect(valuesOf([asia, plan()], 'Networks', 'th')?.[0]).toBe('5G: 2 countries')
  })
})

it('names plans by the parts that differ', () => {
  const names = (...plans: DetailedPlan[]) =>
    planNames(shopper, plans).map((each) => each.replaceAll('\u00A0', ' '))
  const dtac = { ...plan().operator, title: 'dtac' }
  const reseller = { ...asia, operator: { ...asia.operator, title: 'Reseller' } }
  expect(names(plan(), plan({ operator: dtac }), reseller)).toEqual([
    'AIS, 5 GB, 15 days',
    'dtac, 5 GB, 15 days',
    'Asia, 5 GB, 15 days',
  ])
  expect(names(plan())).toEqual(['AIS, 5 GB, 15 days'])
})

describe('the address', () => {
  const marks = (tariffID: string) => markedPlans(compareQuery.parse({ tariffID }))

  it('has each plan once, in alphabetical order, and the page keeps six of them', () => {
    expect(marks('b,a,b,C!')).toEqual({ kept: ['a', 'b'], count: 2 })
    expect(marks('')).toEqual({ kept: [], count: 0 })
    expect(marks('g,f,e,d,c,b,a')).toEqual({ kept: ['a', 'b', 'c', 'd', 'e', 'f'], count: 7 })
    const many = Array.from({ length: 99 }, (_, index) => `plan-${index}`)
    expect(marks(many.join(',')).count).toBe(60)
  })
})
