import { numberPlans } from '../../src/backend/catalogue/plan-numbers.ts'
import { dayRangeOf, trafficSizeOf, unitPrices } from '../../src/domain/tariff.ts'
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
  'id operator_ident kind country_codes region_ident world_region market traffic_mb fair_use_threshold_mb fair_use_speed_kbps validity_days price_usd price_rub minutes sms unlimited_apps networks hotspot top_up kyc apn is_listed'.split(
    ' ',
  )
const placementColumns =
  'place tariff_id operator_ident kind traffic_mb validity_days traffic_size day_range price_usd price_rub unit_price_usd'.split(
    ' ',
  )

/** Stock decides what is in stock; run after placements or stock have changed. Only rows that change are written: D1 bills each. */
export const refreshStock = `UPDATE placements SET in_stock = 1 - in_stock WHERE in_stock <> EXISTS
  (SELECT 1 FROM stock WHERE stock.tariff_id = placements.tariff_id AND stock.invoice_id IS NULL);`

/** Statements that make the database hold this catalogue. Plans that are in no file are taken off sale, and kept for past orders. */
export function catalogueSql({ countries, regions, operators, plans }: Catalogue): string[] {
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
    ...(plans === null ? [] : planSql(plans)),
  ]
}

function planSql(plans: readonly PlanCells[]): string[] {
  return [
    'UPDATE tariffs SET is_listed = 0;',
    'DELETE FROM placements;',
    ...insertPlans(plans),
    ...numberPlans,
    refreshStock,
  ]
}

/** Plans and where they are laid out; placements must not have them yet. */
export function insertPlans(plans: readonly PlanCells[]): string[] {
  return [
    ...insertRows(
      'tariffs',
      tariffColumns,
      plans.map(tariffValues),
      replaceOn(['id'], tariffColumns),
    ),
    ...insertRows('placements', placementColumns, plans.flatMap(placementValues)),
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
    plan.priceUSD,
    plan.priceRUB,
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

/** A plan stands in each country it covers, in its region of a country or of the world, and among all plans. */
function placementValues(plan: PlanCells): SqlValue[][] {
  const { countries, region, worldRegion, priceUSD, priceRUB, trafficMb, validityDays } = plan
  const places = [
    'all',
    ...countries,
    ...(region === null ? [] : [`${countries[0]}/${region}`]),
    ...(worldRegion === null ? [] : [worldRegion]),
  ]
  const unit = unitPrices({ trafficMb, validityDays, prices: { USD: priceUSD, RUB: priceRUB } }).USD
  return [...new Set(places)].map((place) => [
    place,
    plan.tariffID,
    plan.operator,
    kindOf(plan),
    trafficMb ?? unlimitedMb,
    validityDays,
    trafficSizeOf(trafficMb),
    dayRangeOf(validityDays),
    priceUSD,
    priceRUB,
    unit,
  ])
}
