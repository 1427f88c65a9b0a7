import type { Currency, Prices } from './money.shared.ts'

/** The adapters of suppliers that count 1,000 MB per GB convert their data. */
export const megabytesInGigabyte = 1024

/** Size filters in GB. The captions come from the specification, section 9. */
export const trafficSizes = ['1', '5', '10', '30', 'unlimited'] as const
export type TrafficSize = (typeof trafficSizes)[number]

/** The range of each size filter: over `from` GB, up to `to` GB. */
export const sizeRanges = {
  '1': { from: null, to: 1 },
  '5': { from: 1, to: 5 },
  '10': { from: 5, to: 10 },
  '30': { from: 10, to: null },
} as const

export const dayRanges = {
  '7': { from: 1, to: 7 },
  '15': { from: 8, to: 15 },
  '30': { from: 16, to: 30 },
  '31': { from: 31, to: 366 },
} as const
export type DayRange = keyof typeof dayRanges
export const dayRangeNames = ['7', '15', '30', '31'] as const satisfies readonly DayRange[]

export const planSorts = ['price', '-price', 'traffic', 'days', 'price_per_gb'] as const
export type PlanSort = (typeof planSorts)[number]

/**
 * Returns the size filter that finds a plan: '5' finds plans over 1 GB up to 5 GB, '30' all limited
 * plans over 10 GB. `trafficMb` is null for unlimited plans.
 */
export function trafficSizeOf(trafficMb: number | null): TrafficSize {
  if (trafficMb === null) return 'unlimited'
  const limits = ['1', '5', '10'] as const
  return limits.find((size) => trafficMb <= sizeRanges[size].to * megabytesInGigabyte) ?? '30'
}

export function dayRangeOf(validityDays: number): DayRange {
  return dayRangeNames.find((range) => validityDays <= dayRanges[range].to) ?? '31'
}

type PricedPlan = {
  readonly trafficMb: number | null
  readonly validityDays: number
  readonly prices: Prices
}

/** Returns the price per GB of a limited plan, or per day of an unlimited plan, in minor units. */
export function unitPrices({ trafficMb, validityDays, prices }: PricedPlan): Prices {
  const units = trafficMb === null ? validityDays : trafficMb / megabytesInGigabyte
  const perUnit: { [currency: Currency]: number } = {}
  for (const [currency, minor] of Object.entries(prices))
    perUnit[currency] = Math.round(minor / units)
  return perUnit
}
