import { z } from 'zod'
import type { Market } from '../kit/activation-window.shared.ts'
import type { Prices } from '../kit/money.shared.ts'

const flag = z.literal([0, 1])

/** The columns of `tariffs` that a file or a supplier's catalogue describes. */
export const tariffRecord = z.object({
  id: z.string(),
  operator_ident: z.string(),
  kind: z.enum(['country', 'region', 'multi']),
  country_codes: z.string(),
  region_ident: z.string().nullable(),
  world_region: z.string().nullable(),
  market: z.enum(['travel', 'russia']),
  traffic_mb: z.int().nullable(),
  fair_use_threshold_mb: z.int().nullable(),
  fair_use_speed_kbps: z.int().nullable(),
  validity_days: z.int(),
  prices: z.string(),
  minutes: z.int().nullable(),
  sms: z.int().nullable(),
  unlimited_apps: z.string(),
  networks: z.string(),
  hotspot: z.enum(['yes', 'no', 'limited', 'unknown']),
  top_up: flag.nullable(),
  kyc: flag.nullable(),
  apn: z.string().nullable(),
  is_listed: flag,
  /** 1 if the operator's earlier files had the plan and the latest file does not. */
  is_gone: flag,
  /** The supplier whose catalogue describes the plan, or null if the operator's files do. */
  supplier: z.string().nullable(),
})
export type TariffRecord = Readonly<z.output<typeof tariffRecord>>

export const tariffFields = z.keyof(tariffRecord).options

/** Returns the row of `tariffs` for a plan. `supplier` is null for the operator's files. */
export function tariffRecordOf(
  plan: CataloguePlan,
  isListed: boolean,
  supplier: string | null = null,
): TariffRecord {
  return {
    id: plan.tariffID,
    operator_ident: plan.operator,
    kind: kindOf(plan),
    country_codes: JSON.stringify(plan.countries),
    region_ident: plan.region,
    world_region: plan.worldRegion,
    market: plan.market,
    traffic_mb: plan.trafficMb,
    fair_use_threshold_mb: plan.fairUseThresholdMb,
    fair_use_speed_kbps: plan.fairUseSpeedKbps,
    validity_days: plan.validityDays,
    prices: JSON.stringify(plan.prices),
    minutes: plan.minutes,
    sms: plan.sms,
    unlimited_apps: JSON.stringify(plan.unlimitedApps),
    networks: JSON.stringify(networksByCountry(plan)),
    hotspot: plan.hotspot,
    top_up: plan.topUp === null ? null : flagOf(plan.topUp),
    kyc: plan.kyc === null ? null : flagOf(plan.kyc),
    apn: plan.apn,
    is_listed: flagOf(isListed),
    is_gone: 0,
    supplier,
  }
}

function flagOf(value: boolean): 0 | 1 {
  return value ? 1 : 0
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

/** A plan as a CSV file or a supplier describes it. Null fields are not stated. */
export type CataloguePlan = {
  readonly tariffID: string
  /** Ident of the operator. */
  readonly operator: string
  /** Two-letter codes in lower case. */
  readonly countries: readonly string[]
  /** Ident of the plan's only region. */
  readonly region: string | null
  /** The world region of a plan for several countries. */
  readonly worldRegion: string | null
  readonly market: Market
  /** Null if unlimited. */
  readonly trafficMb: number | null
  readonly fairUseThresholdMb: number | null
  readonly fairUseSpeedKbps: number | null
  readonly validityDays: number
  readonly prices: Prices
  readonly minutes: number | null
  readonly sms: number | null
  readonly unlimitedApps: readonly string[]
  readonly networks: readonly {
    readonly country: string
    readonly title: string
    readonly generations: readonly string[]
  }[]
  readonly hotspot: 'yes' | 'no' | 'limited' | 'unknown'
  readonly topUp: boolean | null
  readonly kyc: boolean | null
  readonly apn: string | null
}
