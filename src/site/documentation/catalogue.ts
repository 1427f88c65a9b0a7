import type { Operations } from '../../operations.ts'
import {
  exampleCountry,
  exampleListAnswer,
  exampleOperator,
  exampleRegion,
  exampleTariff,
  exampleTariffDetails,
} from './entities.ts'
import type { OperationDocs } from './operation-docs.ts'

const list = { search_string: '', per_page: 20, page: 1 }

export const countries: OperationDocs<Operations['countries']> = {
  tag: 'Catalogue',
  description:
    'Returns the countries that have plans in stock, sorted by title. With ' +
    '`withoutEsimRemains=true`, returns the other countries too. The order ignores «Республика» ' +
    'at the beginning. With `sortBy=1`, returns only the 20 most popular of these countries, most ' +
    'popular first.',
  request: { lang: 'en', sortBy: '1', withoutEsimRemains: 'true' },
  response: { data: [exampleCountry] },
}

export const regions: OperationDocs<Operations['regions']> = {
  tag: 'Catalogue',
  description:
    'Returns the regions of a country, sorted by title. The order ignores «Республика» at the ' +
    'beginning. Returns an empty list for a country without regions.',
  request: { lang: 'en', countryCode2Letters: 'ru', withoutEsimRemains: 'true' },
  response: { data: [exampleRegion] },
}

export const operators: OperationDocs<Operations['operators']> = {
  tag: 'Catalogue',
  description:
    'Returns operators with plans on sale, sorted by title. `search_string` matches the beginning of the title.',
  request: { ...list, country: 'tr', region: 'mow' },
  response: { data: [exampleOperator], ...exampleListAnswer },
}

export const tariffsMarketplace: OperationDocs<Operations['tariffsMarketplace']> = {
  tag: 'Catalogue',
  description:
    'Returns one page of plans. Plans in stock come first, then the sort order applies. ' +
    '`search_string` matches countries, their aliases and operators.',
  request: {
    ...list,
    lang: 'en',
    country: 'tr',
    region: 'mow',
    worldRegion: 'europe',
    operator: 'tr-turkcell',
    traffic: '10',
    days: '30',
    sort: 'price',
  },
  response: { data: [exampleTariff], ...exampleListAnswer },
}

export const tariffsPopular: OperationDocs<Operations['tariffsPopular']> = {
  tag: 'Catalogue',
  description:
    'Returns one plan for each of the 20 most popular countries that have one: the plan of about 5 ' +
    'to 20 GB in stock with the lowest price per gigabyte.',
  request: { lang: 'en' },
  response: { data: [exampleTariff] },
}

export const tariffFares: OperationDocs<Operations['tariffFares']> = {
  tag: 'Catalogue',
  description:
    'Returns the cheapest plan in stock of each size and validity in a place, at most 200 plans, by ' +
    'size and then by validity. Omits a limited plan if another of its size and range of days lasts ' +
    'longer and does not cost more. Without a place, returns plans of the whole catalogue. Plans for ' +
    'one region are returned only for that region, because they do not work in the rest of the ' +
    'country.',
  request: { lang: 'en', country: 'tr', region: 'mow', worldRegion: 'europe', picks: 'true' },
  response: { data: [exampleTariff] },
}

export const tripPlans: OperationDocs<Operations['tripPlans']> = {
  tag: 'Catalogue',
  description:
    'Returns the cheapest plan for all countries of a trip, the cheapest combination of plans, and ' +
    'plans that miss a country. Countries share data equally, so a plan for two of five countries ' +
    'has two fifths of it, and every plan lasts the whole trip. With `stays`, both follow the days in ' +
    'each country. No plan is for one region of a country.',
  request: { lang: 'en', countries: 'tr,gr', days: 12, stays: '7,5', gigabytes: 10 },
  response: { data: { single: exampleTariff, combination: null, partial: [] } },
}

export const tariffIndex: OperationDocs<Operations['tariffIndex']> = {
  tag: 'Catalogue',
  description:
    'Returns identifiers of all plans on sale in a fixed order, for sitemaps. With `every=2500`, ' +
    'returns the first identifier of each part of at most 2,500 plans. To read a part, pass its ' +
    'identifier as `from`.',
  request: { from: 'tr-turkcell-10gb-30d', every: 1, limit: 1000 },
  response: { data: [{ tariffID: 'tr-turkcell-10gb-30d', operatorIdent: 'tr-turkcell' }] },
}

export const tariff: OperationDocs<Operations['tariff']> = {
  tag: 'Catalogue',
  description: 'Returns a plan with its networks and terms.',
  request: { lang: 'en', id: 'tr-turkcell-10gb-30d' },
  response: { data: exampleTariffDetails },
  refusals: { 'not-found': 'There is no such plan on sale.' },
}
