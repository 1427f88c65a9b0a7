import { err, ok } from '../kit/result.shared.ts'
import { defineStaffAction, messageVersion, refused, versionOf } from '../api/perform-action.ts'
import { isoTime } from '../kit/sql-text.ts'
import { dayMs, isoBefore } from '../kit/time.shared.ts'
import type { MessagePurpose } from './outbox.ts'
import type { DataContext, DatabaseContext } from '../context.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../kit/paging.ts'
import { join, prepare, raw, readRow, readRows, sql, type Sql } from '../kit/sql.ts'

/** The audit subject of all messages. Its version is the number of actions on several of them. */
const outboxSubject = { kind: 'outbox', id: 'failed' } as const

/** Messages that one request queues again. */
export const mostRetried = 500
/**
 * Half of the emails that the shop sends a minute. The other half is for new messages: a visitor
 * waits for a sign-in code.
 */
export const retriedPerMinute = 10

type RetryAll = FailedFilter & {
  /** When the person saw the list. Messages that fail later are not part of the action. */
  readonly until: string
}

/**
 * Queues failed messages again, the oldest first. Leaves out messages with a `RetryObstacle`. The
 * version prevents a second person from sending the same messages, and a message that fails again
 * is newer than `until`.
 */
export const retryMessages = defineStaffAction<RetryAll>({
  action: 'retry-all',
  subject: () => outboxSubject,
  async plan({ context: { db, now }, input: { purpose, search, until } }) {
    const messages = messagesToRetry(now, { purpose, search }, until)
    const number = sql`(SELECT count(*) FROM (${messages}))`
    const row = await readRow<{ count: number }>(db)`SELECT ${number} AS count`
    const count = row?.count
    if (!count) return refused('nothing-to-send')
    return ok({
      // Without the search, which can be an address.
      details: { count, ...(purpose !== null && { purpose }) },
      condition: sql`${number} = ${count}`,
      effects: () => [queueAgain(db, messages, now)],
    })
  },
})

/** SQL: the ids of the next messages, with their places in the queue from 0. */
function messagesToRetry(now: Date, filter: FailedFilter, until: string): Sql {
  return sql`SELECT o.id, row_number() OVER (ORDER BY o.created_at, o.id) - 1 AS place
    FROM outbox o WHERE ${isFailed(now, filter)} AND o.given_up_at <= ${until}
      AND ${obstacle(now)} IS NULL
    ORDER BY o.created_at, o.id LIMIT ${raw(mostRetried)}`
}

/** `retriedPerMinute` messages become due each minute. */
function queueAgain(db: D1Database, messages: Sql, now: Date): D1PreparedStatement {
  return prepare(db)`UPDATE outbox
    SET ${queuedAgain(now, sql`(due.place / ${raw(retriedPerMinute)})`)}
    FROM (${messages}) AS due WHERE outbox.id = due.id`
}

type Retry = {
  readonly messageID: string
  /** When the person saw the message. If it has failed again since then, they have not seen it. */
  readonly until: string
}

/**
 * SQL: the shop has given up sending the message `o`, which is not a sign-in code or an event, and
 * still has its text.
 */
const isGivenUp = sql`(o.given_up_at IS NOT NULL AND o.sent_at IS NULL AND o.kind <> 'webhook'
  AND o.expires_at IS NULL AND o.body <> '')`

/**
 * SQL: sets the columns of a failed message that the outbox sends again. A message is due a minute
 * after its first attempt.
 * @param minutes the minutes after which the message is due
 */
function queuedAgain(now: Date, minutes: Sql): Sql {
  const time = isoTime(sql`unixepoch(${now}) + 60 * (${minutes} - 1)`, sql`'unixepoch'`)
  return sql`attempts = 1, given_up_at = NULL, failure = NULL, tried_at = ${time}`
}

/** Makes the outbox send a message that the shop has given up. */
export const retryMessage = defineStaffAction<Retry>({
  action: 'retry',
  subject: ({ messageID: id }) => ({ kind: 'message', id }),
  async plan({ context: { db, now }, input: { messageID, until } }) {
    const failed = sql`FROM outbox o WHERE o.id = ${messageID} AND ${isGivenUp}`
    const message = await readRow<{ readonly givenUpAt: string }>(db)`SELECT
      o.given_up_at AS givenUpAt ${failed}`
    if (message === null) return refused('not-given-up')
    if (message.givenUpAt > until) return err({ code: 'conflict' })
    return ok({
      details: {},
      condition: sql`EXISTS (SELECT 1 ${failed} AND o.given_up_at <= ${until})`,
      effects: () => [
        prepare(db)`UPDATE outbox SET ${queuedAgain(now, sql`0`)} WHERE id = ${messageID}`,
      ],
    })
  },
})

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

/** SQL: the failed messages `o` of the last week that match the filter. */
function isFailed(now: Date, { purpose, search }: FailedFilter): Sql {
  // Addresses and the answers of carriers are ASCII, whose case SQLite ignores.
  const text = sql`lower(o.recipient || ' ' || coalesce(o.failure, ''))`
  const conditions = [
    sql`o.given_up_at > ${isoBefore(now, week)} AND ${isGivenUp}`,
    ...(purpose === null ? [] : [sql`o.purpose = ${purpose}`]),
    ...(search === '' ? [] : [sql`instr(${text}, ${search.toLowerCase()})`]),
  ]
  return join(conditions, ' AND ')
}

/**
 * SQL: the `RetryObstacle` of a failed message `o`, or NULL. The shop sends open alerts again by
 * itself. An email about used data is soon wrong, and an email that asks to wait is wrong after the
 * delivery. A link ends with its eSIM.
 */
function obstacle(now: Date): Sql {
  return sql`CASE
    WHEN EXISTS (SELECT 1 FROM outbox b
      WHERE b.recipient = o.recipient AND b.bounced_at IS NOT NULL) THEN 'bounced'
    WHEN o.purpose = 'alert' OR o.purpose = 'usage' AND o.created_at <= ${isoBefore(now, dayMs)}
      OR o.purpose IN ('sold-out', 'delayed') AND NOT EXISTS (
        SELECT 1 FROM orders i WHERE i.id = o.order_id AND i.status = 'paid')
      OR o.purpose IN ('esim', 'esim-copy', 'usage', 'review') AND NOT EXISTS (
        SELECT 1 FROM esim_states e WHERE e.order_id = o.order_id AND instr(o.body, e.esim_hash)
          AND NOT (e.is_refunded OR e.is_replaced OR e.is_frozen))
      THEN 'outdated' END`
}

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
  { db, now }: DataContext,
  filter: FailedFilter,
  after: string,
): Promise<FailedPage> {
  const results = await readRows<FailedMessage>(db)`SELECT o.id, o.purpose, o.recipient,
      o.given_up_at AS givenUpAt, o.failure, ${obstacle(now)} AS obstacle,
      ${messageVersion} AS version
    FROM outbox o WHERE ${isFailed(now, filter)} AND ${rowsAfter(newestFailures, after)}
    LIMIT ${raw(rowsToRead)}`
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
  { db, now }: DataContext,
  filter: FailedFilter,
): Promise<FailedCounts> {
  const row = await readRow<FailedCounts>(db)`SELECT count(*) AS "all",
      count(*) FILTER (WHERE obstacle IS NULL) AS sendable,
      count(*) FILTER (WHERE obstacle = 'bounced') AS bounced,
      count(*) FILTER (WHERE obstacle = 'outdated') AS outdated
    FROM (SELECT ${obstacle(now)} AS obstacle FROM outbox o WHERE ${isFailed(now, filter)})`
  return row ?? { all: 0, sendable: 0, bounced: 0, outdated: 0 }
}

/** Returns the purposes of the failed messages with their numbers, the most frequent first. */
export async function failedPurposes({ db, now }: DataContext) {
  return readRows<{ readonly purpose: MessagePurpose; readonly count: number }>(db)`SELECT
      o.purpose,
      count(*) AS count
    FROM outbox o WHERE ${isFailed(now, everyFailure)}
    GROUP BY o.purpose ORDER BY count DESC, o.purpose`
}

/** Returns the version that a form to send several messages again shows. */
export async function failedVersion({ db }: DatabaseContext): Promise<number> {
  return (await versionOf(db, outboxSubject)) ?? 0
}
