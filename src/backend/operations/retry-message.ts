import { err, ok } from '../../domain/result.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { StaffMember } from './staff.ts'

type Retry = ActionInput & { readonly messageID: string }

/**
 * SQL: the shop has given up sending the message `o`, which is not a sign-in code and still has its
 * text.
 */
export const isGivenUp = `(o.given_up_at IS NOT NULL AND o.sent_at IS NULL
  AND o.expires_at IS NULL AND o.body <> '')`

/**
 * Resets the attempts of a message that the shop has given up, so that the outbox sends it again.
 */
export async function retryMessage(
  context: ActionContext,
  staff: StaffMember,
  { messageID, ...input }: Retry,
): Promise<ActionResult> {
  const { db } = context
  const subject = { kind: 'message', id: messageID } as const
  const request = { ...input, action: 'retry', subject, input: {} } as const
  return performAction(context, staff, request, async () => {
    const isFailed = {
      sql: `EXISTS (SELECT 1 FROM outbox o WHERE o.id = ? AND ${isGivenUp})`,
      params: [messageID],
    }
    const row = await db
      .prepare(`SELECT 1 WHERE ${isFailed.sql}`)
      .bind(...isFailed.params)
      .first()
    if (row === null) return err({ code: 'refused', reason: 'not-given-up' })
    return ok({
      details: {},
      condition: isFailed,
      effects: () => [
        db
          .prepare(
            `UPDATE outbox SET attempts = 0, tried_at = NULL, given_up_at = NULL, failure = NULL
            WHERE id = ?`,
          )
          .bind(messageID),
      ],
    })
  })
}
