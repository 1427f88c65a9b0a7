import { hourMs, timeAfter } from '../../domain/time-units.ts'
import { storedDetailSql } from '../alerts/alert-detail.ts'
import type { AlertCondition } from '../alerts/alerts.ts'
import { hourOf } from '../rate-limit.ts'

/** Attempts of the whole shop, which `limits` counts by hour. */
type WrongAction = 'wrong-code' | 'wrong-password'

/** SQL: the number of the last 24 hours. `hour` is a parameter with the hour. */
export function wrongOfDay(action: WrongAction, hour: string): string {
  return `(SELECT coalesce(sum(count), 0) FROM limits WHERE action = '${action}' AND hour >= ${hour})`
}

/** Returns SQL that counts an attempt under a condition. Its parameter ?1 is the last hour. */
export function insertWrong(action: WrongAction, condition: string): string {
  return `INSERT INTO limits (action, subject, hour, count)
    SELECT '${action}', 'shop', ?1, 1 WHERE ${condition}
    ON CONFLICT (action, hour, subject) DO UPDATE SET count = count + 1`
}

/** Returns the last hour in which an attempt counts. */
export function lastHour(now: Date): string {
  return hourOf(timeAfter(now, 23 * hourMs))
}

/** Raises an alert while there are many wrong attempts. */
export function manyWrong(action: WrongAction, most: number, now: Date): AlertCondition {
  const secrets = action === 'wrong-code' ? 'codes' : 'passwords'
  return {
    kind: `${secrets}-guessed`,
    sql: `SELECT '${secrets}' AS subject, NULL AS invoice_id,
        ${storedDetailSql(`wrong-${secrets}`, { count: 'wrong' })} AS detail
      FROM (SELECT ${wrongOfDay(action, '?')} AS wrong) WHERE wrong >= CAST(? AS INTEGER)`,
    params: [hourOf(now), String(most)],
  }
}
