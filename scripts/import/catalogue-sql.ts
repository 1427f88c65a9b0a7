import { refreshPlacements } from '../../src/backend/catalogue/can-sell.ts'
import { numberPlans } from '../../src/backend/catalogue/plan-numbers.ts'
import { dayRangeOf, trafficSizeOf, unitPrices } from '../../src/domain/tariff.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Catalogue } from './read-catalogue.ts'
import type { PlanCells } from './columns.ts'
import { titlesSql } from './titles-sql.ts'
import { insertRows, replaceOn } from './sql.ts'
import type { SqlValue } from './sql.ts'

/** Unlimited plans sort last by size. */
const unlimitedMb = 1_000_000_000

const countryColumns = ['code', 'aliases', 'popularity']
const regionColumns = ['country_code', 'ident']
const operatorColumns = [
  'ident',
  'title',
  'search_title',
  'website',
  'support_phone',
  'support_email',
]
const tariffColumns =
  'id operator_ident kind country_codes region_ident world_region market traffic_mb fair_use_threshold_mb fair_use_speed_kbps validity_days prices minutes sms unlimited_apps networks hotspot top_up kyc apn is_listed'.split(
    ' ',
  )
const placementColumns =
  'place tariff_id operator_ident kind traffic_mb validity_days traffic_size day_range price unit_price'.split(
    ' ',
  )

/** Statements that import a catalogue. Plans that are in no file are delisted, not deleted. */
export function catalogueSql({ countries, regions, operators, plans, base }: Catalogue): string[] {
  return [
    ...insertRows(
      'countries',
      countryColumns,
      countries.map(({ code, aliases, popularity }) => [code, JSON.stringify(aliases), popularity]),
      replaceOn(['code'], countryColumns),
    ),
    ...insertRows(
      'regions',
      regionColumns,
      regions.map(({ country, ident }) => [country, ident]),
      'ON CONFLICT DO NOTHING',
    ),
    ...titlesSql([
      ...countries.map((row) => ({ place: row.code, row })),
      ...regions.map((row) => ({ place: `${row.country}/${row.ident}`, row })),
    ]),
    ...insertRows(
      'operators',
      operatorColumns,
      operators.map((row) => [
        row.ident,
        row.title,
        row.title.toLowerCase(),
        row.website,
        row.supportPhone,
        row.supportEmail,
      ]),
      replaceOn(['ident'], operatorColumns),
    ),
    ...(plans === null ? [] : planSql(plans, base)),
  ]
}

function planSql(plans: readonly PlanCells[], base: Currency): string[] {
  return [
    'UPDATE tariffs SET is_listed = 0;',
    'DELETE FROM placements;',
    ...insertPlans(plans, base),
    ...numberPlans,
    refreshPlacements(),
  ]
}

export function insertPlans(plans: readonly PlanCells[], base: Currency): string[] {
  return [
    ...insertRows(
      'tariffs',
      tariffColumns,
      plans.map(tariffValues),
      replaceOn(['id'], tariffColumns),
    ),
    ...insertRows(
      'placements',
      placementColumns,
      plans.flatMap((plan) => placementValues(plan, base)),
    ),
  ]
}

function tariffValues(plan: PlanCells): SqlValue[] {
  return [
    plan.tariffID,
    plan.operator,
    kindOf(plan),
    JSON.stringify(plan.countries),
    plan.region,
    plan.worldRegion,
    plan.market,
    plan.trafficMb,
    plan.fairUseThresholdMb,
    plan.fairUseSpeedKbps,
    plan.validityDays,
    JSON.stringify(plan.prices),
    plan.minutes,
    plan.sms,
    JSON.stringify(plan.unlimitedApps),
    JSON.stringify(networksByCountry(plan)),
    plan.hotspot,
    plan.topUp,
    plan.kyc,
    plan.apn,
    1,
  ]
}

function kindOf({ countries, region, worldRegion }: PlanCells): 'country' | 'region' | 'multi' {
  if (worldRegion !== null || countries.length > 1) return 'multi'
  return region === null ? 'country' : 'region'
}

function networksByCountry({ countries, networks }: PlanCells) {
  return countries.map((code) => ({
    countryCode2Letters: code,
    networks: networks
      .filter(({ country }) => country === code)
      .map(({ title, generations }) => ({ title, generations })),
  }))
}

function placementValues(plan: PlanCells, base: Currency): SqlValue[][] {
  const { countries, region, worldRegion, trafficMb, validityDays } = plan
  const places = [
    'all',
    ...countries,
    ...(region === null ? [] : [`${countries[0]}/${region}`]),
    ...(worldRegion === null ? [] : [worldRegion]),
  ]
  const price = plan.prices[base]
  const unitPrice = unitPrices(plan)[base]
  if (price === undefined || unitPrice === undefined)
    throw new Error(`${plan.tariffID} has no price in ${base}`)
  return [...new Set(places)].map((place) => [
    place,
    plan.tariffID,
    plan.operator,
    kindOf(plan),
    trafficMb ?? unlimitedMb,
    validityDays,
    trafficSizeOf(trafficMb),
    dayRangeOf(validityDays),
    price,
    unitPrice,
  ])
}
