import { err, ok } from '../../domain/result.ts'
import { isoTime } from '../sql-text.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { StaffMember } from './staff.ts'

type Retry = ActionInput & {
  readonly messageID: string
  /** When the person saw the message. If it has failed again since then, they have not seen it. */
  readonly until: string
}

/**
 * SQL: the shop has given up sending the message `o`, which is not a sign-in code and still has its
 * text.
 */
export const isGivenUp = `(o.given_up_at IS NOT NULL AND o.sent_at IS NULL
  AND o.expires_at IS NULL AND o.body <> '')`

/**
 * SQL with one parameter, the time: sets the columns of a failed message that the outbox sends
 * again. A message is due a minute after its first attempt.
 * @param minutes SQL expression of the minutes after which the message is due
 */
export const queuedAgain = (minutes: string) => `attempts = 1, given_up_at = NULL, failure = NULL,
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
