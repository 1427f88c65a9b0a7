import { maxAttempts } from './send-outbox.ts'

/**
 * Stops trying messages that failed eight times, and those that expired while their carrier failed.
 * Messages without a carrier are never attempted: they wait, or expire silently.
 */
export async function giveUpMessages(db: D1Database, now: Date): Promise<void> {
  await db
    .prepare(
      // The last attempt may still be running until the carrier's timeout.
      `UPDATE outbox SET given_up_at = ?1
      WHERE sent_at IS NULL AND given_up_at IS NULL AND bounced_at IS NULL AND attempts > 0
        AND (expires_at <= ?1
          OR (attempts >= ${maxAttempts} AND unixepoch(tried_at) + 60 <= unixepoch(?1)))`,
    )
    .bind(now.toISOString())
    .run()
}
