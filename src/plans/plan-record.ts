import type { CataloguePlan } from './columns.ts'

/**
 * A row of `tariffs`: the columns that a file or a supplier's catalogue describes. Only pages read
 * the columns that have no name here.
 */
export type TariffRecord = {
  readonly [column: string]: string | number | null
  readonly id: string
  /** The supplier whose catalogue describes the plan, or null if the operator's files do. */
  readonly supplier: string | null
  readonly operator_ident: string
  readonly kind: 'country' | 'region' | 'multi'
  /** JSON. */
  readonly country_codes: string
  readonly region_ident: string | null
  readonly world_region: string | null
  readonly traffic_mb: number | null
  readonly fair_use_threshold_mb: number | null
  readonly validity_days: number
  /** JSON. */
  readonly prices: string
  readonly is_listed: 0 | 1
  /** 1 if the operator's earlier files had the plan and the latest file does not. */
  readonly is_gone: 0 | 1
}

/** Returns the row of `tariffs` for a plan. `supplier` is null for the operator's files. */
export function tariffRecordOf(
  plan: CataloguePlan,
  isListed: boolean,
  supplier: string | null = null,
): TariffRecord {
  const { tariffID, operator, countries, region, networks: _, prices, ...others } = plan
  return {
    ...columnsOf(others),
    id: tariffID,
    supplier,
    operator_ident: operator,
    kind: kindOf(plan),
    country_codes: JSON.stringify(countries),
    region_ident: region,
    world_region: plan.worldRegion,
    traffic_mb: plan.trafficMb,
    fair_use_threshold_mb: plan.fairUseThresholdMb,
    validity_days: plan.validityDays,
    networks: JSON.stringify(networksByCountry(plan)),
    prices: JSON.stringify(prices),
    is_listed: isListed ? 1 : 0,
    is_gone: 0,
  }
}

type FieldValue = string | number | boolean | readonly string[] | null

/** Returns the columns of fields: `topUp: true` is `top_up = 1`, and a list is JSON. */
export function columnsOf(fields: { readonly [name: string]: FieldValue }) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof value === 'boolean' ? Number(value) : isList(value) ? JSON.stringify(value) : value,
    ]),
  )
}

function isList(value: FieldValue): value is readonly string[] {
  return Array.isArray(value)
}

function kindOf({ countries, region, worldRegion }: CataloguePlan): TariffRecord['kind'] {
  if (worldRegion !== null || countries.length > 1) return 'multi'
  return region === null ? 'country' : 'region'
}

function networksByCountry({ countries, networks }: CataloguePlan) {
  return countries.map((code) => ({
    countryCode2Letters: code,
    networks: networks
      .filter(({ country }) => country === code)
      .map(({ title, generations }) => ({ title, generations })),
  }))
}
