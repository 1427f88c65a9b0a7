import { dayMs, isoBefore } from '../../domain/time-units.ts'
import { isFrozen, isRefunded, isReplaced } from '../esims/esim-conditions.ts'
import type { MessagePurpose } from '../mail/outbox.ts'
import type { SqlCondition } from './audit.ts'
import { isGivenUp } from './retry-message.ts'

/** Selects messages that the shop stopped trying to send. */
export type FailedFilter = {
  /** Null for every purpose. */
  readonly purpose: MessagePurpose | null
  /** Part of the address or of the carrier's answer, or '' for every message. */
  readonly search: string
}

export const everyFailure: FailedFilter = { purpose: null, search: '' }

/** Why a message is not sent again together with others. Staff can send it alone. */
export type RetryObstacle = 'bounced' | 'outdated'

const week = 7 * dayMs

/** Returns the SQL condition of the failed messages `o` of the last week that match the filter. */
export function isFailed(now: Date, { purpose, search }: FailedFilter): SqlCondition {
  const conditions: SqlCondition[] = [
    { sql: `o.given_up_at > ? AND ${isGivenUp}`, params: [isoBefore(now, week)] },
    ...(purpose === null ? [] : [{ sql: 'o.purpose = ?', params: [purpose] }]),
    ...(search === '' ? [] : [{ sql: isFound, params: [search.toLowerCase()] }]),
  ]
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  }
}

/** Addresses and the answers of carriers are ASCII, whose case SQLite ignores. */
const isFound = `instr(lower(o.recipient || ' ' || coalesce(o.failure, '')), ?)`

/**
 * SQL with one parameter, `dayBefore`: the `RetryObstacle` of a failed message `o`, or NULL. The
 * shop sends open alerts again by itself. An email about used data is soon wrong, and an email that
 * asks to wait is wrong after the delivery. A link ends with its eSIM.
 */
export const obstacleSql = `CASE
  WHEN EXISTS (SELECT 1 FROM outbox b WHERE b.recipient = o.recipient AND b.bounced_at IS NOT NULL)
    THEN 'bounced'
  WHEN o.purpose = 'alert' OR o.purpose = 'usage' AND o.created_at <= ?
    OR o.purpose IN ('sold-out', 'delayed') AND NOT EXISTS (
      SELECT 1 FROM invoices i WHERE i.id = o.invoice_id AND i.status = 'paid')
    OR o.purpose IN ('esim', 'esim-copy', 'usage', 'review') AND NOT EXISTS (
      SELECT 1 FROM esims e WHERE e.invoice_id = o.invoice_id AND instr(o.body, e.esim_hash)
        AND NOT ${isRefunded} AND NOT ${isReplaced} AND NOT ${isFrozen})
    THEN 'outdated' END`

/** The parameter of `obstacleSql`. */
export function dayBefore(now: Date): string {
  return isoBefore(now, dayMs)
}
