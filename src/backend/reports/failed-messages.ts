import type { BackendContext } from '../context.ts'
import type { MessagePurpose } from '../mail/outbox.ts'
import { isGivenUp } from '../operations/retry-message.ts'
import { dayMs, isoBefore } from '../../domain/time-units.ts'

/** A message that the shop has stopped trying to send. */
export type FailedMessage = {
  readonly id: string
  readonly purpose: MessagePurpose
  readonly recipient: string
  readonly givenUpAt: string
  /** The carrier's error of the last attempt. Null if the shop did not store errors yet. */
  readonly failure: string | null
  /** Increases with each staff action on the message. */
  readonly version: number
}

const week = 7 * dayMs
/** Today shows this many messages. Others follow when these are sent again. */
export const mostFailed = 50

/**
 * Returns up to `mostFailed` messages that the shop stopped trying to send within the last week,
 * newest first. Sign-in codes are not included.
 */
export async function failedMessages({
  db,
  now,
}: Pick<BackendContext, 'db' | 'now'>): Promise<FailedMessage[]> {
  const { results } = await db
    .prepare(
      `SELECT o.id, o.purpose, o.recipient, o.given_up_at AS givenUpAt, o.failure,
        (SELECT count(*) FROM audit a
          WHERE a.subject_kind = 'message' AND a.subject_id = o.id) AS version
      FROM outbox o WHERE o.given_up_at > ? AND ${isGivenUp}
      ORDER BY o.given_up_at DESC LIMIT ${mostFailed}`,
    )
    .bind(isoBefore(now, week))
    .all<FailedMessage>()
  return results
}
