import { operations } from '../../src/operations.ts'
import type { OperationName } from '../../src/operations.ts'
import { planSorts } from '../../src/kit/plan-sizes.shared.ts'

type ReadingCall = readonly [operation: OperationName, input: Record<string, string | number>]

const country = { country: 'tr' }
const region = { country: 'ru', region: 'mow' }
/** A deep page that also exists in a small catalogue. */
const deep = { page: 100 }

/**
 * The reads of all pages: every sort order, filters that match many, few or no plans, searches and
 * pagination.
 */
export const readingCalls: readonly ReadingCall[] = [
  ['countries', {}],
  ['countries', { sortBy: 1 }],
  ['regions', { countryCode2Letters: 'ru' }],
  ['operators', {}],
  ['operators', { search_string: 'vod' }],
  ['operators', { ...country, per_page: 100 }],
  ['operators', { ...region, per_page: 100 }],
  ['tariffsPopular', {}],
  ['tariffFares', country],
  ['tariffFares', { ...country, picks: 'true' }],
  ['tariffFares', { worldRegion: 'europe' }],
  ['tripPlans', { countries: 'tr,gr', days: 12, gigabytes: 10 }],
  ['tripPlans', { countries: 'tr,gr,it,fr,es', days: 12, gigabytes: 10 }],
  ...planSorts.map((sort): ReadingCall => ['tariffsMarketplace', { ...country, sort }]),
  ['tariffsMarketplace', { ...country, traffic: 'unlimited', days: 15 }],
  ['tariffsMarketplace', { ...country, traffic: 30, sort: 'price_per_gb' }],
  ['tariffsMarketplace', { ...country, days: 31, sort: '-price' }],
  ['tariffsMarketplace', { ...country, operator: 'tr-turkcell' }],
  ['tariffsMarketplace', { ...country, operator: 'tr-turkcell', traffic: 10, sort: 'days' }],
  ['tariffsMarketplace', { ...country, operator: 'tr-turkcell', sort: 'price_per_gb' }],
  ['tariffsMarketplace', { ...country, operator: 'reseller-299', days: 7 }],
  ['tariffsMarketplace', { ...country, page: 20 }],
  ['tariffsMarketplace', region],
  ['tariffsMarketplace', { ...region, traffic: 5, days: 7 }],
  ['tariffsMarketplace', { worldRegion: 'europe', sort: 'traffic' }],
  ['tariffsMarketplace', {}],
  ['tariffsMarketplace', { traffic: 1, sort: '-price' }],
  ['tariffsMarketplace', { traffic: 'unlimited', days: 7, sort: 'days' }],
  ['tariffsMarketplace', { operator: 'reseller-0', sort: '-price' }],
  ['tariffsMarketplace', { search_string: 'istanbul' }],
  ['tariffsMarketplace', { search_string: 'voda' }],
  ['tariffsMarketplace', { search_string: 'travel res', traffic: 5, sort: 'days' }],
  ['tariffsMarketplace', { search_string: 'no such thing' }],
  ['tariffsMarketplace', deep],
  ['tariffsMarketplace', { ...deep, days: 7, sort: 'traffic' }],
  ['tariff', { id: 'plan-7' }],
  ['tariffIndex', { every: 2500, limit: 2500 }],
  ['tariffIndex', { from: 'plan-5', limit: 2500 }],
  ['esimInfo', { operator: 'tr-turkcell' }],
  ['countryTexts', { countryCode2Letters: 'tr' }],
  ['regionTexts', { countryCode2Letters: 'ru', ident: 'mow' }],
  ['legalText', { name: 'dataPolicy' }],
  ['deliveryCounts', {}],
  ['reviews', {}],
  ['reviews', country],
  ['reviews', { tariffID: 'plan-7', per_page: 3 }],
  ['faq', {}],
  ['blogs', {}],
  ['blogs', { search_string: 'esim' }],
]

export function requestOf([operation, input]: ReadingCall): Request {
  const { method, path } = operations[operation]
  const url = new URL(path, 'https://backend.invalid')
  const payload: ReadingCall[1] = { lang: 'en', ...input }
  if (method === 'POST')
    return new Request(url, {
      method,
      body: JSON.stringify({ ...payload, consent: true }),
      headers: { 'Content-Type': 'application/json' },
    })
  for (const [name, value] of Object.entries(payload)) url.searchParams.set(name, String(value))
  return new Request(url)
}

export function nameOf([operation, input]: ReadingCall): string {
  const params = Object.entries(input).map(([name, value]) => `${name}=${value}`)
  return [operation, ...params].join(' ')
}
