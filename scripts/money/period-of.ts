import { parseMonth } from '../../src/domain/month.ts'
import type { Period } from '../../src/domain/month.ts'
import { timeBefore } from './time-before.ts'

type PeriodFlags = { readonly since?: string | undefined; readonly month?: string | undefined }

/** Returns the period of a command, 30 days by default. Returns null for invalid flags. */
export function periodOf({ since, month }: PeriodFlags, now: Date): Period | null {
  if (month !== undefined) return since === undefined ? parseMonth(month) : null
  const time = timeBefore(now, since ?? '30d')
  return time && { since: time }
}
