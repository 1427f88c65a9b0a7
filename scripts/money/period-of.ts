import { lastDays, parseMonth } from '../../src/domain/month.ts'
import type { Period } from '../../src/domain/month.ts'
import { timeAgo } from './time-ago.ts'

type PeriodFlags = { readonly since?: string | undefined; readonly month?: string | undefined }

/**
 * Returns the period of a command, 30 days by default. Days are those of the back office: today and
 * the days before it. Returns null for invalid flags.
 */
export function periodOf({ since, month }: PeriodFlags, now: Date): Period | null {
  if (month !== undefined) return since === undefined ? parseMonth(month) : null
  return periodSince(since ?? '30d', now)
}

function periodSince(since: string, now: Date): Period | null {
  const days = /^([1-9]\d{0,4})d$/.exec(since)?.[1]
  if (days !== undefined) return lastDays(now, Number(days))
  const time = timeAgo(now, since)
  return time && { since: time }
}
