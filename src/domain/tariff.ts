import type { Prices } from './money.ts'

/** 1 GB is 1 024 MB here; suppliers differ, the catalogue import converts. */
export const megabytesInGigabyte = 1024

/** Plan size captions (specification, section 9): gigabytes, then unlimited. */
export const trafficSizes = ['1', '5', '10', '30', 'unlimited'] as const
export type TrafficSize = (typeof trafficSizes)[number]

/** Validity filters in days, as bounded ranges: up to a week, two weeks, a month, longer. */
export const dayRanges = {
  '7': { from: 1, to: 7 },
  '15': { from: 8, to: 15 },
  '30': { from: 16, to: 30 },
  '31': { from: 31, to: 366 },
} as const
export type DayRange = keyof typeof dayRanges
export const dayRangeNames = ['7', '15', '30', '31'] as const satisfies readonly DayRange[]

export const tariffSorts = ['price', '-price', 'traffic', 'days', 'price_per_gb'] as const
export type TariffSort = (typeof tariffSorts)[number]

/** The size caption that stands for a plan: '5' are plans over 1 GB up to 5 GB, '30' all larger limited ones; null: unlimited. */
export function trafficSizeOf(trafficMb: number | null): TrafficSize {
  if (trafficMb === null) return 'unlimited'
  const limits = ['1', '5', '10'] as const
  return limits.find((size) => trafficMb <= Number(size) * megabytesInGigabyte) ?? '30'
}

export function dayRangeOf(validityDays: number): DayRange {
  return dayRangeNames.find((range) => validityDays <= dayRanges[range].to) ?? '31'
}

type Sized = {
  readonly trafficMb: number | null
  readonly validityDays: number
  readonly prices: Prices
}

/**
 * What one unit of a plan costs, minor units: a gigabyte of a limited plan, a day of an unlimited one
 * (a price per GB of 'unlimited' would be a guess).
 */
export function unitPrices({ trafficMb, validityDays, prices }: Sized): Prices {
  const units = trafficMb === null ? validityDays : trafficMb / megabytesInGigabyte
  return { USD: Math.round(prices.USD / units), RUB: Math.round(prices.RUB / units) }
}
