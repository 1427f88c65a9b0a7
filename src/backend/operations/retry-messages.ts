import { err, ok } from '../../domain/result.ts'
import type { SqlCondition } from './audit.ts'
import { dayBefore, isFailed, obstacleSql } from './failed-outbox.ts'
import type { FailedFilter } from './failed-outbox.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import { queuedAgain } from './retry-message.ts'
import type { StaffMember } from './staff.ts'

/** The audit subject of all messages. Its version is the number of actions on several of them. */
export const outboxSubject = { kind: 'outbox', id: 'failed' } as const

/** Messages that one request queues again. */
export const mostRetried = 500
/**
 * Half of the emails that the shop sends a minute. The other half is for new messages: a visitor
 * waits for a sign-in code.
 */
export const retriedPerMinute = 10

type RetryAll = ActionInput &
  FailedFilter & {
    /** When the person saw the list. Messages that fail later are not part of the action. */
    readonly until: string
  }

/**
 * Queues failed messages again, the oldest first. Leaves out messages with a `RetryObstacle`. The
 * version prevents a second person from sending the same messages, and a message that fails again
 * is newer than `until`.
 */
export async function retryMessages(
  context: ActionContext,
  staff: StaffMember,
  { purpose, search, until, ...input }: RetryAll,
): Promise<ActionResult> {
  const { db, now } = context
  const request = {
    ...input,
    action: 'retry-all',
    subject: outboxSubject,
    input: { purpose, search, until },
  } as const
  return performAction(context, staff, request, async () => {
    const messages = messagesToRetry(now, { purpose, search }, until)
    const number = { sql: `SELECT count(*) FROM (${messages.sql})`, params: messages.params }
    const count = await db
      .prepare(`SELECT (${number.sql}) AS count`)
      .bind(...number.params)
      .first<number>('count')
    if (!count) return err({ code: 'refused', reason: 'nothing-to-send' })
    return ok({
      // Without the search, which can be an address.
      details: { count, ...(purpose !== null && { purpose }) },
      condition: { sql: `(${number.sql}) = ?`, params: [...number.params, count] },
      effects: () => [queueAgain(db, messages, now)],
    })
  })
}

/** SQL: the ids of the next messages, with their places in the queue from 0. */
function messagesToRetry(now: Date, filter: FailedFilter, until: string): SqlCondition {
  const failed = isFailed(now, filter)
  return {
    sql: `SELECT o.id, row_number() OVER (ORDER BY o.created_at, o.id) - 1 AS place
      FROM outbox o WHERE ${failed.sql} AND o.given_up_at <= ? AND ${obstacleSql} IS NULL
      ORDER BY o.created_at, o.id LIMIT ${mostRetried}`,
    params: [...failed.params, until, dayBefore(now)],
  }
}

/** `retriedPerMinute` messages become due each minute. */
function queueAgain(db: D1Database, messages: SqlCondition, now: Date): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE outbox SET ${queuedAgain(`(due.place / ${retriedPerMinute})`)}
      FROM (${messages.sql}) AS due WHERE outbox.id = due.id`,
    )
    .bind(now.toISOString(), ...messages.params)
}
