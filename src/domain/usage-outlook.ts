type Usage = {
  readonly dataUsedMb: number
  /** Null: unlimited. */
  readonly dataLimitMb: number | null
  /** First connection; null until then. */
  readonly startedAt: Date | null
  readonly measuredAt: Date | null
  readonly validUntil: Date | null
}

/** What is left of a plan in use, and how long that lasts. */
export type UsageOutlook = {
  readonly daysTotal: number
  /** Days left, including the one that has begun. */
  readonly daysLeft: number
  /** When the data ends at the pace so far, the end of the plan at the latest. Null: unknown. */
  readonly lastsUntil: Date | null
  /** MB a day that can be used until the end. Null: unlimited. */
  readonly dailyMb: number | null
}

const oneDay = 86_400_000
/** The shortest time over which the use per day is measured. */
const shortestMeasurement = oneDay / 4

/** Null before the first connection and after the end. */
export function usageOutlook(usage: Usage, now: Date): UsageOutlook | null {
  const { startedAt, validUntil, dataUsedMb, dataLimitMb } = usage
  if (!startedAt || !validUntil || now >= validUntil) return null
  const daysTotal = Math.max(1, Math.round((Number(validUntil) - Number(startedAt)) / oneDay))
  const daysLeft = Math.min(daysTotal, Math.ceil((Number(validUntil) - Number(now)) / oneDay))
  if (dataLimitMb === null) return { daysTotal, daysLeft, lastsUntil: null, dailyMb: null }
  const leftMb = Math.max(0, dataLimitMb - dataUsedMb)
  return {
    daysTotal,
    daysLeft,
    lastsUntil: lastsUntil(usage, leftMb, validUntil),
    dailyMb: Math.floor(leftMb / daysLeft),
  }
}

function lastsUntil(
  { startedAt, measuredAt, dataUsedMb }: Usage,
  leftMb: number,
  validUntil: Date,
): Date | null {
  if (!startedAt || !measuredAt || dataUsedMb === 0) return null
  const measured = Number(measuredAt) - Number(startedAt)
  if (measured < shortestMeasurement) return null
  const end = Number(measuredAt) + leftMb * (measured / dataUsedMb)
  return new Date(Math.min(end, Number(validUntil)))
}
