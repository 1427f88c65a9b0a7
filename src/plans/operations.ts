import { z } from 'zod'
import { product, slugInCamelCase } from '../kit/product.shared.ts'
import {
  countryCode,
  done,
  email,
  flag,
  lang,
  prices,
  regionIdent,
  listAnswer,
  listQuery,
  operatorIdent,
  orNull,
  regionPlace,
  stockAlertID,
  tariffID,
  wholeNumber,
} from '../api/common.ts'
import { get, post } from '../api/operation.ts'
import { planIndexSize } from '../kit/limits.shared.ts'
import { dayRangeNames, planSorts, trafficSizes } from '../kit/plan-sizes.shared.ts'
import { gigabyteBounds, tripBounds, maxStops } from './trip-bounds.shared.ts'

export const withoutRemains = `without${slugInCamelCase(product.slug)}Remains` as const

export const worldRegions = [
  'europe',
  'asia',
  'middle-east',
  'africa',
  'north-america',
  'latin-america',
  'oceania',
  'cis',
  'global',
] as const
export const worldRegion = z.enum(worldRegions).describe('World region of multi-country plans')
export type WorldRegion = (typeof worldRegions)[number]

const offer = {
  priceFrom: orNull(prices).describe(
    'Lowest price of a plan in stock, or null when nothing is in stock',
  ),
  inStock: z.boolean().describe('Whether at least one plan is in stock'),
}

export const country = z
  .object({
    countryCode2Letters: countryCode,
    title: z.string().describe('Country name in the requested language'),
    aliases: z
      .array(z.string())
      .describe('Other search terms: names in other languages, the capital, common spellings')
      .catch([]),
    ...offer,
  })
  .meta({
    id: 'Country',
    description: 'A country of the catalogue with its lowest price',
    examples: [
      {
        countryCode2Letters: 'tr',
        title: 'Türkiye',
        aliases: ['Turkey', 'Ankara', 'Istanbul'],
        priceFrom: { USD: 240, RUB: 22_000 },
        inStock: true,
      },
    ],
  })
export type Country = z.output<typeof country>

export const region = z
  .object({
    ident: regionIdent,
    countryCode2Letters: countryCode,
    title: z.string().describe('Region name in the requested language'),
    ...offer,
  })
  .meta({
    id: 'Region',
    description: 'A region of a country with its lowest price',
    examples: [
      {
        ident: 'mow',
        countryCode2Letters: 'ru',
        title: 'Moscow',
        priceFrom: { USD: 310, RUB: 28_000 },
        inStock: true,
      },
    ],
  })
export type Region = z.output<typeof region>

export const operatorWebsite = z.url({ protocol: /^https?$/ })

const exampleOperator = {
  ident: 'tr-turkcell',
  title: 'Turkcell',
  website: 'https://www.turkcell.com.tr',
  supportPhone: '+905322100000',
  supportEmail: null,
}

export const operator = z
  .object({
    ident: operatorIdent,
    title: z.string(),
    website: orNull(operatorWebsite),
    supportPhone: orNull(z.string()),
    supportEmail: orNull(z.string()),
  })
  .meta({
    id: 'Operator',
    description: 'A mobile network and its support contacts',
    examples: [exampleOperator],
  })
export type Operator = z.output<typeof operator>

/** What the days of a plan begin with. */
export const planStarts = ['connection', 'installation'] as const
export type PlanStart = (typeof planStarts)[number]

const examplePlan = {
  tariffID: 'tr-turkcell-10gb-30d',
  operator: { ident: 'tr-turkcell', title: 'Turkcell' },
  kind: 'country',
  placeTitle: 'Türkiye',
  countryCodes: ['tr'],
  regionIdent: null,
  worldRegion: null,
  market: 'travel',
  trafficMb: 10_240,
  fairUse: null,
  validityDays: 30,
  starts: 'connection',
  prices: { USD: 1400, RUB: 129_000 },
  unitPrices: { USD: 140, RUB: 12_900 },
  minutes: null,
  sms: null,
  unlimitedApps: [],
  inStock: true,
}

/** An invalid optional field becomes null, and does not fail the page. */
export const tariff = z
  .object({
    tariffID,
    operator: z
      .object({ ident: operatorIdent, title: z.string() })
      .describe('Operator of the plan'),
    kind: z
      .enum(['country', 'region', 'multi'])
      .describe('Coverage: one country, one region of a country, or several countries'),
    placeTitle: z
      .string()
      .describe('Name of the country, region or world region in the requested language'),
    countryCodes: z.array(countryCode).describe('Countries in which the plan works'),
    regionIdent: orNull(regionIdent).describe('Set when `kind` is `region`'),
    worldRegion: orNull(worldRegion).describe('Set when `kind` is `multi`'),
    market: z
      .enum(['travel', 'russia'])
      .describe('`travel` plans are activated within 89 days, `russia` plans within 6 months'),
    trafficMb: z
      .int()
      .positive()
      .nullable()
      .describe('Data in MB (1 GB = 1,024 MB), or null if unlimited'),
    fairUse: orNull(
      z.object({
        thresholdMb: z
          .int()
          .nonnegative()
          .describe('MB per day at full speed, or 0 if the speed is never higher'),
        speedKbps: z
          .int()
          .positive()
          .nullable()
          .describe('Speed after the threshold, in kbit/s, or null if unknown'),
      }),
    ).describe('Fair use limit of an unlimited plan. null if there is none or it is unknown'),
    validityDays: z.int().positive(),
    starts: z
      .enum(planStarts)
      .describe('Whether the days begin with the first connection or with the installation')
      .catch('connection'),
    prices,
    unitPrices: prices.describe('Price per gigabyte, or per day for unlimited plans'),
    minutes: orNull(z.int().nonnegative()).describe('Call minutes, or null without calls'),
    sms: orNull(z.int().nonnegative()).describe('Text messages, or null without SMS'),
    unlimitedApps: z.array(z.string()).describe('Apps that do not use up the data').catch([]),
    inStock: z.boolean(),
  })
  .meta({ id: 'Tariff', description: 'A data plan', examples: [examplePlan] })
export type Plan = z.output<typeof tariff>

const exampleNetworks = [
  {
    countryCode2Letters: 'tr',
    countryTitle: 'Türkiye',
    networks: [{ title: 'Turkcell', generations: ['3G', '4G'] }],
  },
]

/** Details that lists of plans do not show. Null means not stated. */
export const planDetails = z.object({
  fairUseNote: orNull(z.string()).describe(
    'The operator’s sentence about fair use, if it states no limit per day',
  ),
  hotspot: z
    .enum(['yes', 'no', 'limited', 'unknown'])
    .describe('Whether tethering works')
    .catch('unknown'),
  topUp: orNull(z.boolean()).describe('Whether it can be topped up, or null if unknown'),
  kyc: orNull(z.boolean()).describe(
    'Whether the operator checks identity documents, or null if unknown',
  ),
  apn: orNull(z.string()).describe(
    'Access point name to enter by hand, or null if the operator gives none. Phones usually set it themselves',
  ),
  conditions: orNull(z.string()).describe(
    'The operator’s sentences about anything else, such as a lock to a region',
  ),
})
export type PlanDetails = z.output<typeof planDetails>

export const detailedPlan = tariff
  .extend({
    operator,
    networks: z
      .array(
        z.object({
          countryCode2Letters: countryCode,
          countryTitle: z.string(),
          networks: z.array(
            z.object({ title: z.string(), generations: z.array(z.enum(['2G', '3G', '4G', '5G'])) }),
          ),
        }),
      )
      .meta({ examples: [exampleNetworks] })
      .catch([]),
    ...planDetails.shape,
  })
  .meta({
    id: 'TariffDetails',
    description: 'A data plan with its networks and terms',
    examples: [
      {
        ...examplePlan,
        operator: exampleOperator,
        networks: exampleNetworks,
        fairUseNote: null,
        hotspot: 'yes',
        topUp: false,
        kyc: false,
        apn: 'internet',
        conditions: 'Lower speeds should be expected in the mountains.',
      },
    ],
  })
export type DetailedPlan = z.output<typeof detailedPlan>

const countryCodes = z
  .string()
  .regex(
    new RegExp(`^[a-z]{2}(,[a-z]{2}){0,${maxStops - 1}}$`),
    `must be up to ${maxStops} country codes separated by commas`,
  )

const stays = z
  .string()
  .regex(
    new RegExp(`^[1-9]\\d?(,[1-9]\\d?){1,${maxStops - 1}}$`),
    `must be 2 to ${maxStops} numbers of days separated by commas`,
  )

const tripPart = z
  .object({
    tariff,
    countryCodes: z.array(countryCode).describe('Countries for which the trip uses the plan'),
  })
  .meta({ id: 'TripPart', description: 'A plan of a trip' })
export type TripPart = z.output<typeof tripPart>

export const planOperations = {
  countries: get(`/web-${product.slug}-countries`, {
    tag: 'Catalogue',
    summary: 'List countries',
    description:
      'Returns the countries that have plans in stock, sorted by title. With ' +
      '`withoutEsimRemains=true`, returns the other countries too. The order ignores «Республика» ' +
      'at the beginning. With `sortBy=1`, returns only the 20 most popular of these countries, most ' +
      'popular first.',
    input: z.object({
      lang,
      sortBy: z.enum(['1']).optional().describe('1 returns only the 20 most popular countries'),
      [withoutRemains]: flag.optional().describe('true includes countries without stock'),
    }),
    output: z.object({ data: z.array(country) }),
  }),

  regions: get(`/web-${product.slug}-regions`, {
    tag: 'Catalogue',
    summary: 'List regions of a country',
    description:
      'Returns the regions of a country, sorted by title. The order ignores «Республика» at the ' +
      'beginning. Returns an empty list for a country without regions.',
    input: z.object({
      lang,
      countryCode2Letters: countryCode,
      [withoutRemains]: flag.optional().describe('true includes regions without stock'),
    }),
    output: z.object({ data: z.array(region) }),
  }),

  operators: get(`/web-${product.slug}-operators`, {
    tag: 'Catalogue',
    summary: 'List operators',
    description:
      'Returns operators with plans on sale, sorted by title. `search_string` matches the beginning of the title.',
    input: z.object({
      ...listQuery,
      country: countryCode.optional().describe('Only operators of this country'),
      region: regionIdent.optional().describe('With `country`: only operators of this region'),
    }),
    output: z.object({ data: z.array(operator), ...listAnswer }),
  }),

  tariffsMarketplace: get(`/web-${product.slug}-tariffs-marketplace`, {
    tag: 'Catalogue',
    summary: 'List plans',
    description:
      'Returns one page of plans. Plans in stock come first, then the sort order applies. ' +
      '`search_string` matches countries, their aliases and operators.',
    input: z.object({
      ...listQuery,
      lang,
      country: countryCode.optional().describe('Only plans for this country'),
      region: regionIdent.optional().describe('With `country`: only plans for this region'),
      worldRegion: worldRegion.optional().describe('Only multi-country plans of this world region'),
      operator: operatorIdent.optional().describe('Only plans of this operator'),
      traffic: z
        .enum(trafficSizes)
        .optional()
        .describe('Data size in GB. `5` means over 1 GB and up to 5 GB'),
      days: z
        .enum(dayRangeNames)
        .optional()
        .describe('Validity: `7` is 1–7 days, `15` is 8–15, `30` is 16–30, `31` is longer'),
      sort: z.enum(planSorts).default('price').describe('Sort order. `-price` is descending'),
    }),
    output: z.object({ data: z.array(tariff), ...listAnswer }),
  }),

  tariffIndex: get(`/web-${product.slug}-tariff-index`, {
    tag: 'Catalogue',
    summary: 'List plan identifiers',
    description:
      'Returns identifiers of all plans on sale in a fixed order, for sitemaps. With `every=2500`, ' +
      'returns the first identifier of each part of at most 2,500 plans. To read a part, pass its ' +
      'identifier as `from`.',
    isExtension: true,
    input: z.object({
      from: tariffID.optional().describe('First identifier to return, or the next one that exists'),
      every: wholeNumber({ min: 1, max: 10_000 })
        .default(1)
        .describe('Return every n-th plan only'),
      limit: wholeNumber({ min: 1, max: planIndexSize.max })
        .default(planIndexSize.default)
        .describe('Rows to return'),
    }),
    output: z.object({ data: z.array(z.object({ tariffID, operatorIdent })) }),
  }),

  tariffsPopular: get(`/web-${product.slug}-tariffs-popular`, {
    tag: 'Catalogue',
    summary: 'List popular plans',
    description:
      'Returns one plan for each of the 20 most popular countries that have one: the plan of about 5 ' +
      'to 20 GB in stock with the lowest price per gigabyte.',
    input: z.object({ lang }),
    output: z.object({ data: z.array(tariff) }),
  }),

  tariffFares: get(`/web-${product.slug}-tariff-fares`, {
    tag: 'Catalogue',
    summary: 'List the lowest prices of a place',
    description:
      'Returns the cheapest plan in stock of each size and validity in a place, at most 200 plans, by ' +
      'size and then by validity. Omits a limited plan if another of its size and range of days lasts ' +
      'longer and does not cost more. Without a place, returns plans of the whole catalogue. Plans for ' +
      'one region are returned only for that region, because they do not work in the rest of the ' +
      'country.',
    isExtension: true,
    input: z.object({
      lang,
      country: countryCode.optional().describe('Plans for this country'),
      region: regionIdent.optional().describe('With `country`: plans for this region'),
      worldRegion: worldRegion.optional().describe('Multi-country plans of this world region'),
      picks: flag
        .optional()
        .describe('true returns only the cheapest plan for a weekend, a fortnight and a month'),
    }),
    output: z.object({ data: z.array(tariff) }),
  }),

  tariff: get(`/web-${product.slug}-tariff`, {
    tag: 'Catalogue',
    summary: 'Get a plan',
    description: 'Returns a plan with its networks and terms.',
    input: z.object({ lang, id: tariffID }),
    output: z.object({ data: detailedPlan }),
    refusals: { 'not-found': 'There is no such plan on sale.' },
  }),

  tripPlans: get(`/web-${product.slug}-trip-plans`, {
    tag: 'Catalogue',
    summary: 'Find the cheapest plans for a trip',
    description:
      'Returns the cheapest plan for all countries of a trip, the cheapest combination of plans, and ' +
      'plans that miss a country. Countries share data equally, so a plan for two of five countries ' +
      'has two fifths of it, and every plan lasts the whole trip. With `stays`, both follow the days in ' +
      'each country. No plan is for one region of a country.',
    isExtension: true,
    input: z.object({
      lang,
      countries: countryCodes.meta({
        description: `Up to ${maxStops} country codes`,
        examples: ['gr,tr'],
      }),
      days: wholeNumber(tripBounds).meta({
        description: 'Days of the whole trip. Every plan lasts at least as long',
        examples: [12],
      }),
      stays: stays
        .meta({ examples: ['7,5'] })
        .optional()
        .describe(
          'Days in each of `countries`. They replace `days`: a plan then lasts only while the trip is in its countries, and has the data of these days',
        ),
      gigabytes: wholeNumber(gigabyteBounds).meta({
        description:
          'GB for the whole trip. A plan for some countries has their equal share. An unlimited plan stays at full speed',
        examples: [10],
      }),
    }),
    output: z.object({
      data: z.object({
        single: tariff.nullable().describe('The cheapest plan for all countries, or null'),
        combination: z
          .array(tripPart)
          .nullable()
          .meta({
            description: 'The cheapest two or more plans that cover all countries, or null',
            examples: [null],
          }),
        partial: z
          .array(
            z.object({
              tariff,
              missing: z.array(countryCode).describe('Countries without coverage'),
            }),
          )
          .meta({
            description: 'Plans cheaper than `single` and `combination` that miss a country',
            examples: [[]],
          }),
      }),
    }),
  }),

  stockAlert: post(`/web-${product.slug}-stock-alert`, {
    tag: 'Catalogue',
    summary: 'Ask for an email when something is on sale again',
    description:
      'Emails a link that confirms the address. The answer does not tell whether the address has ' +
      'asked before. The shop sends one email when the place or plan is on sale, and then deletes ' +
      'the request.',
    isExtension: true,
    input: z.object({
      lang,
      kind: z.enum(['place', 'tariff']).describe('A country or region, or one plan'),
      subject: z
        .union([countryCode, regionPlace, tariffID])
        .meta({ description: 'The country, the region or the plan', examples: ['tr', 'ru/mow'] }),
      email,
      consent: z.literal(true).describe('Consent to personal data processing'),
    }),
    output: done,
    refusals: {
      'not-found': 'The shop does not have this place or plan.',
      'too-many-requests': 'Too many requests from this client address, or for this mailbox.',
    },
  }),

  stockAlertConfirm: post(`/web-${product.slug}-stock-alert-confirm`, {
    tag: 'Catalogue',
    summary: 'Confirm the request for an email',
    description: 'Confirms the address of a request. A request that nobody confirms is deleted.',
    isExtension: true,
    input: z.object({ lang, alert: stockAlertID }),
    output: done,
    refusals: { 'not-found': 'The request is unknown, or nobody confirmed it in time.' },
  }),

  stockAlertState: get(`/web-${product.slug}-stock-alert-state`, {
    tag: 'Catalogue',
    summary: 'Get the state of the request for an email',
    description: 'Returns whether the address of a request is confirmed.',
    isExtension: true,
    input: z.object({ lang, alert: stockAlertID }),
    output: z.object({ data: z.object({ isConfirmed: z.boolean() }) }),
    refusals: { 'not-found': 'The request is unknown, or nobody confirmed it in time.' },
  }),

  stockAlertDelete: post(`/web-${product.slug}-stock-alert-delete`, {
    tag: 'Catalogue',
    summary: 'Delete the request for an email',
    description: 'Deletes a request with its address. Answers the same if it was deleted before.',
    isExtension: true,
    input: z.object({ lang, alert: stockAlertID }),
    output: done,
  }),
}

export type TripPlans = z.output<typeof planOperations.tripPlans.output>['data']
