import { z } from 'zod'
import { prices as storedPrices } from '../../contract/common.ts'
import type { Currency } from '../../domain/money.ts'
import { dayRangeOf, trafficSizeOf, unitPrices } from '../../domain/tariff.ts'
import { usualThreshold } from '../../domain/trip/trip-fares.ts'
import { everywhere, unlimitedMb } from '../catalogue/placements.ts'
import { readJsonColumn } from '../stored-json.ts'
import type { TariffRecord } from './tariff-record.ts'

/** The places where a plan is listed, with the columns of filters and sort orders. */
export type PlacementRow = {
  readonly places: readonly string[]
  readonly operator: string
  readonly kind: TariffRecord['kind']
  readonly trafficMb: number
  readonly validityDays: number
  readonly trafficSize: string
  readonly dayRange: string
  /** In minor units of the base currency. */
  readonly price: number
  /** Price per GB, or per day of an unlimited plan, in minor units of the base currency. */
  readonly unitPrice: number
  /** The countries of a plan for several countries, each with a comma. Null for other plans. */
  readonly countries: string | null
  /** MB a day at full speed of an unlimited plan. Null for other plans. */
  readonly fullSpeedMb: number | null
}

const codes = z.array(z.string())

/**
 * Returns null for a plan that is not listed. Throws an error for a listed plan without a base
 * price.
 */
export function placementRow(record: TariffRecord, base: Currency): PlacementRow | null {
  if (record.is_listed === 0) return null
  const countries = readJsonColumn('tariffs.country_codes', codes, record.country_codes)
  const { region_ident: region, world_region: worldRegion } = record
  const { traffic_mb: trafficMb, validity_days: validityDays } = record
  const prices = readJsonColumn('tariffs.prices', storedPrices, record.prices)
  const price = prices[base]
  const unitPrice = unitPrices({ trafficMb, validityDays, prices })[base]
  if (price === undefined || unitPrice === undefined)
    throw new Error(
      `The listed plan ${record.id} has no price in ${base}. Set a price in this base currency.`,
    )
  const places = [
    everywhere,
    ...countries,
    ...(region === null ? [] : [`${countries[0]}/${region}`]),
    ...(worldRegion === null ? [] : [worldRegion]),
  ]
  return {
    places: [...new Set(places)],
    operator: record.operator_ident,
    kind: record.kind,
    trafficMb: trafficMb ?? unlimitedMb,
    validityDays,
    trafficSize: trafficSizeOf(trafficMb),
    dayRange: dayRangeOf(validityDays),
    price,
    unitPrice,
    countries: record.kind === 'multi' ? countries.map((code) => `${code},`).join('') : null,
    fullSpeedMb: trafficMb === null ? (record.fair_use_threshold_mb ?? usualThreshold) : null,
  }
}
