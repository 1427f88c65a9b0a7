import { dailyUse, uses } from './trip.ts'
import type { Fare } from './fares.ts'
import type { Use } from './trip.ts'

/** MB of an hour of good-quality video, as in the answer `how-much-data`. */
const videoHourMb = 1536

/** The possible use of the data of a plan. */
export type DataUse = {
  /** MB a day at full speed, if each day gets the same share. */
  readonly dailyMb: number
  /**
   * The most demanding use that this is enough for. `little` is less than maps and messages need.
   */
  readonly use: Use | 'little'
  /** Whole hours of video from all the data. 0 for unlimited plans. */
  readonly videoHours: number
}

/** Returns null for an unlimited plan whose daily limit is not stated. */
export function dataUseOf({
  trafficMb,
  validityDays,
  fairUse,
}: Pick<Fare, 'trafficMb' | 'validityDays' | 'fairUse'>): DataUse | null {
  const dailyMb = trafficMb === null ? fairUse?.thresholdMb : trafficMb / validityDays
  if (dailyMb === undefined) return null
  return {
    dailyMb: trafficMb === null ? dailyMb : withoutNoise(dailyMb),
    use: uses.findLast((use) => dailyUse[use] <= dailyMb) ?? 'little',
    videoHours: trafficMb === null ? 0 : Math.floor(trafficMb / videoHourMb),
  }
}

/** Rounds down to tens of MB: 680 instead of 682.67. */
function withoutNoise(megabytes: number): number {
  return megabytes < 10 ? Math.max(1, Math.floor(megabytes)) : Math.floor(megabytes / 10) * 10
}
