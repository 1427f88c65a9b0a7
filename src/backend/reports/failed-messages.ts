import type { BackendContext } from '../context.ts'
import type { MessagePurpose } from '../mail/outbox.ts'

/** A message that the shop has stopped trying to send. */
export type FailedMessage = {
  readonly id: string
  readonly purpose: MessagePurpose
  readonly recipient: string
  readonly givenUpAt: string
}

const week = 7 * 86_400_000

/** Up to 50 messages given up within the last week, newest first. Sign-in codes are left out. */
export async function failedMessages({
  db,
  now,
}: Pick<BackendContext, 'db' | 'now'>): Promise<FailedMessage[]> {
  const { results } = await db
    .prepare(
      `SELECT id, purpose, recipient, given_up_at AS givenUpAt FROM outbox
      WHERE given_up_at > ? AND sent_at IS NULL AND expires_at IS NULL
      ORDER BY given_up_at DESC LIMIT 50`,
    )
    .bind(new Date(now.getTime() - week).toISOString())
    .all<FailedMessage>()
  return results
}
