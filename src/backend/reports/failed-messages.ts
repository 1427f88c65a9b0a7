import type { BackendContext } from '../context.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../cursor-page.ts'
import type { MessagePurpose } from '../mail/outbox.ts'
import { dayBefore, everyFailure, isFailed, obstacleSql } from '../operations/failed-outbox.ts'
import type { FailedFilter, RetryObstacle } from '../operations/failed-outbox.ts'
import { outboxSubject } from '../operations/retry-messages.ts'
import { messageVersion, versionOf } from '../operations/subject-version.ts'

type FailedContext = Pick<BackendContext, 'db' | 'now'>

/** A message that the shop has stopped trying to send. */
export type FailedMessage = {
  readonly id: string
  readonly purpose: MessagePurpose
  readonly recipient: string
  readonly givenUpAt: string
  /** The carrier's error of the last attempt. Null if the shop did not store errors yet. */
  readonly failure: string | null
  /** Why the message is not sent again together with others. */
  readonly obstacle: RetryObstacle | null
  /** Increases with each staff action on the message. */
  readonly version: number
}

export type FailedPage = {
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
