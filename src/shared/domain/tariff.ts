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

/** Sizes in MB that a size caption stands for: a '5' filter shows plans over 1 GB up to 5 GB. */
export function trafficRange(size: TrafficSize): { from: number; to: number } | 'unlimited' {
  if (size === 'unlimited') return 'unlimited'
  const sizes = trafficSizes.filter((each) => each !== 'unlimited').map(Number)
  const position = sizes.indexOf(Number(size))
  const below = sizes[position - 1] ?? 0
  const to =
    position === sizes.length - 1 ? Number.MAX_SAFE_INTEGER : Number(size) * megabytesInGigabyte
  return { from: below * megabytesInGigabyte + 1, to }
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
