import { err, ok } from '../kit/result.shared.ts'
import type { SqlCondition } from '../api/audit.ts'
import { performAction, messageVersion, versionOf } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import { isoTime } from '../kit/sql-text.ts'
import { dayMs, isoBefore } from '../kit/time.shared.ts'
import type { MessagePurpose } from './outbox.ts'
import type { BackendContext } from '../context.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../kit/paging.ts'

/** The audit subject of all messages. Its version is the number of actions on several of them. */
const outboxSubject = { kind: 'outbox', id: 'failed' } as const

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

type Retry = ActionInput & {
  readonly messageID: string
  /** When the person saw the message. If it has failed again since then, they have not seen it. */
  readonly until: string
}

/**
 * SQL: the shop has given up sending the message `o`, which is not a sign-in code and still has its
 * text.
 */
const isGivenUp = `(o.given_up_at IS NOT NULL AND o.sent_at IS NULL
  AND o.expires_at IS NULL AND o.body <> '')`

/**
 * SQL with one parameter, the time: sets the columns of a failed message that the outbox sends
 * again. A message is due a minute after its first attempt.
 * @param minutes SQL expression of the minutes after which the message is due
 */
const queuedAgain = (minutes: string) => `attempts = 1, given_up_at = NULL, failure = NULL,
  tried_at = ${isoTime(`unixepoch(?) + 60 * (${minutes} - 1)`, `'unixepoch'`)}`

/** Makes the outbox send a message that the shop has given up. */
export async function retryMessage(
  context: ActionContext,
  staff: StaffMember,
  { messageID, until, ...input }: Retry,
): Promise<ActionResult> {
  const { db, now } = context
  const subject = { kind: 'message', id: messageID } as const
  const request = { ...input, action: 'retry', subject, input: {} } as const
  return performAction(context, staff, request, async () => {
    const failed = `FROM outbox o WHERE o.id = ? AND ${isGivenUp}`
    const message = await db
      .prepare(`SELECT o.given_up_at AS givenUpAt ${failed}`)
      .bind(messageID)
      .first<{ readonly givenUpAt: string }>()
    if (message === null) return err({ code: 'refused', reason: 'not-given-up' })
    if (message.givenUpAt > until) return err({ code: 'conflict' })
    return ok({
      details: {},
      condition: {
        sql: `EXISTS (SELECT 1 ${failed} AND o.given_up_at <= ?)`,
        params: [messageID, until],
      },
      effects: () => [
        db
          .prepare(`UPDATE outbox SET ${queuedAgain('0')} WHERE id = ?`)
          .bind(now.toISOString(), messageID),
      ],
    })
  })
}

/** Selects messages that the shop stopped trying to send. */
export type FailedFilter = {
  /** Null for every purpose. */
  readonly purpose: MessagePurpose | null
  /** Part of the address or of the carrier's answer, or '' for every message. */
  readonly search: string
}

export const everyFailure: FailedFilter = { purpose: null, search: '' }

/** Why a message is not sent again together with others. Staff can send it alone. */
type RetryObstacle = 'bounced' | 'outdated'

const week = 7 * dayMs

/** Returns the SQL condition of the failed messages `o` of the last week that match the filter. */
function isFailed(now: Date, { purpose, search }: FailedFilter): SqlCondition {
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
const obstacleSql = `CASE
  WHEN EXISTS (SELECT 1 FROM outbox b WHERE b.recipient = o.recipient AND b.bounced_at IS NOT NULL)
    THEN 'bounced'
  WHEN o.purpose = 'alert' OR o.purpose = 'usage' AND o.created_at <= ?
    OR o.purpose IN ('sold-out', 'delayed') AND NOT EXISTS (
      SELECT 1 FROM orders i WHERE i.id = o.order_id AND i.status = 'paid')
    OR o.purpose IN ('esim', 'esim-copy', 'usage', 'review') AND NOT EXISTS (
      SELECT 1 FROM esim_states e WHERE e.order_id = o.order_id AND instr(o.body, e.esim_hash)
        AND NOT (e.is_refunded OR e.is_replaced OR e.is_frozen))
    THEN 'outdated' END`

/** The parameter of `obstacleSql`. */
function dayBefore(now: Date): string {
  return isoBefore(now, dayMs)
}

type FailedContext = Pick<BackendContext, 'db' | 'now'>

/** A message that the shop has stopped trying to send. */
export type FailedMessage = {
  readonly id: string
  readonly purpose: MessagePurpose
  readonly recipient: string
  readonly givenUpAt: string
  /** The carrier's error of the last attempt. Null if the message expired before one. */
  readonly failure: string | null
  /** Why the message is not sent again together with others. */
  readonly obstacle: RetryObstacle | null
  /** Increases with each staff action on the message. */
  readonly version: number
}

type FailedPage = {
  readonly messages: readonly FailedMessage[]
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
}

const newestFailures = {
  table: 'outbox',
  alias: 'o',
  time: 'given_up_at',
  first: 'newest',
} as const

/**
 * Returns a page of messages that the shop stopped trying to send within the last week, newest
 * first. Sign-in codes and other messages that have expired are not included.
 * @param after the last message of the previous page, or '' for the first page
 */
export async function failedMessages(
  { db, now }: FailedContext,
  filter: FailedFilter,
  after: string,
): Promise<FailedPage> {
  const failed = isFailed(now, filter)
  const { results } = await db
    .prepare(
      `SELECT o.id, o.purpose, o.recipient, o.given_up_at AS givenUpAt, o.failure,
        ${obstacleSql} AS obstacle, ${messageVersion} AS version
      FROM outbox o WHERE ${failed.sql} AND ${rowsAfter(newestFailures, '?')} LIMIT ${rowsToRead}`,
    )
    .bind(dayBefore(now), ...failed.params, after, after)
    .all<FailedMessage>()
  const { items: messages, next } = cursorPageOf(results, ({ id }) => id)
  return { messages, next }
}

export type FailedCounts = {
  readonly all: number
  /** Messages that can be sent again together. */
  readonly sendable: number
  readonly bounced: number
  readonly outdated: number
}

/** Counts the failed messages of a filter. */
export async function countFailed(
  { db, now }: FailedContext,
  filter: FailedFilter,
): Promise<FailedCounts> {
  const failed = isFailed(now, filter)
  const row = await db
    .prepare(
      `SELECT count(*) AS "all", count(*) FILTER (WHERE obstacle IS NULL) AS sendable,
        count(*) FILTER (WHERE obstacle = 'bounced') AS bounced,
        count(*) FILTER (WHERE obstacle = 'outdated') AS outdated
      FROM (SELECT ${obstacleSql} AS obstacle FROM outbox o WHERE ${failed.sql})`,
    )
    .bind(dayBefore(now), ...failed.params)
    .first<FailedCounts>()
  return row ?? { all: 0, sendable: 0, bounced: 0, outdated: 0 }
}

/** Returns the purposes of the failed messages with their numbers, the most frequent first. */
export async function failedPurposes({
  db,
  now,
}: FailedContext): Promise<
  readonly { readonly purpose: MessagePurpose; readonly count: number }[]
> {
  const failed = isFailed(now, everyFailure)
  const { results } = await db
    .prepare(
      `SELECT o.purpose, count(*) AS count FROM outbox o WHERE ${failed.sql}
      GROUP BY o.purpose ORDER BY count DESC, o.purpose`,
    )
    .bind(...failed.params)
    .all<{ readonly purpose: MessagePurpose; readonly count: number }>()
  return results
}

/** Returns the version that a form to send several messages again shows. */
export async function failedVersion({ db }: Pick<BackendContext, 'db'>): Promise<number> {
  return (await versionOf(db, outboxSubject)) ?? 0
}
