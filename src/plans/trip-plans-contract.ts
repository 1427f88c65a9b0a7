import { z } from 'zod'
import { gigabyteBounds, tripBounds, maxStops } from './trip.ts'
import { product } from '../kit/product.shared.ts'
import { countryCode, lang, wholeNumber } from '../api/common.ts'
import { get } from '../api/endpoint.ts'
import { tariff } from './plans-contract.ts'

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

export const tripPlans = get(
  `/web-${product.slug}-trip-plans`,
  'Find the cheapest plans for a trip',
  z.object({
    lang,
    countries: countryCodes.describe(`Up to ${maxStops} country codes: \`gr,tr\``),
    days: wholeNumber(tripBounds).describe(
      'Days of the whole trip. Every plan lasts at least as long',
    ),
    stays: stays
      .optional()
      .describe(
        'Days in each of `countries`: `7,5`. They replace `days`: a plan then lasts only while the trip is in its countries, and has the data of these days',
      ),
    gigabytes: wholeNumber(gigabyteBounds).describe(
      'GB for the whole trip. A plan for some countries has their equal share. An unlimited plan stays at full speed',
    ),
  }),
  z.object({
    data: z.object({
      single: tariff.nullable().describe('The cheapest plan for all countries, or null'),
      combination: z
        .array(tripPart)
        .nullable()
        .describe('The cheapest two or more plans that cover all countries, or null'),
      partial: z
        .array(
          z.object({
            tariff,
            missing: z.array(countryCode).describe('Countries without coverage'),
          }),
        )
        .describe('Plans cheaper than `single` and `combination` that miss a country'),
    }),
  }),
  { isExtension: true },
)

export type TripPlans = z.output<typeof tripPlans.output>['data']
