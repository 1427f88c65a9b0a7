import { erased } from '../../domain/erased-address.ts'
import { maxAttempts } from './send-outbox.ts'

/**
 * Stops retrying messages that failed eight times, or that expired after a failed attempt. Does not
 * affect messages without an attempt, such as those without a carrier. Deletes messages to erased
 * people.
 */
export async function giveUpMessages(db: D1Database, now: Date): Promise<void> {
  await db
    // The person was erased while a delivery wrote the message.
    .prepare('DELETE FROM outbox WHERE recipient = ? AND sent_at IS NULL')
    .bind(erased)
    .run()
  await db
    .prepare(
      // The last attempt may still run, so the shop waits 60 seconds.
      `UPDATE outbox SET given_up_at = ?1
      WHERE sent_at IS NULL AND given_up_at IS NULL AND bounced_at IS NULL AND attempts > 0
        AND (expires_at <= ?1
          OR (attempts >= ${maxAttempts} AND unixepoch(tried_at) + 60 <= unixepoch(?1)))`,
    )
    .bind(now.toISOString())
    .run()
}
