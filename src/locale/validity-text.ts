import { formatDate, formatTime } from './formats.ts'
import type { Words } from './words.ts'

/**
 * Returns the end of a plan that has started: its date, and the hour while the plan still works,
 * which matters on the last day.
 */
export function validityText(words: Words, validUntil: string, isExpired: boolean): string {
  return isExpired
    ? words('balance.wasValidUntil', { date: formatDate(validUntil) })
    : words('account.validUntil', { date: formatTime(validUntil) })
}
