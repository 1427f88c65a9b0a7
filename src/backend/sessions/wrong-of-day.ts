import { dayMs, timeAfter } from '../../domain/time-units.ts'
import { hourOf } from '../rate-limit.ts'

/** The tables that count wrong codes and passwords of the whole shop by hour. */
type WrongTable = 'wrong_codes' | 'wrong_passwords'

/** SQL: the number of the last 24 hours. `firstHour` is the parameter with `hourBeforeDay`. */
export function wrongOfDay(table: WrongTable, firstHour: string): string {
  return `(SELECT coalesce(sum(count), 0) FROM ${table} WHERE hour > ${firstHour})`
}

/** Returns the last hour that is not counted any more. */
export function hourBeforeDay(now: Date): string {
  return hourOf(timeAfter(now, -dayMs))
}
