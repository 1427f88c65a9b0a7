import { dayMs, hourMs, isoBefore } from '../kit/time.shared.ts'
import type { WebhookProblem } from '../kit/webhooks.ts'
import type { AlertCondition } from './alerts.ts'
import { storedDetailSql } from './alert-detail.ts'

/** Webhooks in a row that raise an alert. A stranger may send one or two. */
const webhooksToAlert = 3

/** Milliseconds in which an isolate counts one unproven webhook of a path. */
const pause = 10_000
const countedAt = new Map<string, number>()

/**
 * Counts a webhook whose sender is not proven. A webhook with a proven sender ends the count: the
 * shop has the right secret, and a stranger sent the others. A stranger may send any number of
 * webhooks, so most of them use no database. A path has one row, which changes once an hour after
 * the third webhook.
 */
export async function countUnproven(
  db: D1Database,
  path: string,
  problem: WebhookProblem | null,
  now: Date,
): Promise<void> {
  if (problem?.part !== 'sender') {
    await db.prepare('DELETE FROM unproven_webhooks WHERE path = ?').bind(path).run()
    return
  }
  if (Math.abs(now.getTime() - (countedAt.get(path) ?? 0)) < pause) return
  countedAt.set(path, now.getTime())
  await db
    .prepare(
      `INSERT INTO unproven_webhooks (path, count, last_at) VALUES (?1, 1, ?2)
      ON CONFLICT (path) DO UPDATE SET last_at = ?2,
        count = iif(last_at < ?4, 1, min(count + 1, ${webhooksToAlert}))
      WHERE count < ${webhooksToAlert} OR last_at < ?3`,
    )
    .bind(path, now.toISOString(), isoBefore(now, hourMs), isoBefore(now, dayMs))
    .run()
}

/** Selects paths with three unproven webhooks in a row, the last one within a day. */
export function unprovenWebhooks(now: Date): AlertCondition {
  return {
    kind: 'unproven-webhooks',
    sql: `SELECT path AS subject, ${storedDetailSql('unproven', { at: 'last_at' })} AS detail,
        NULL AS invoice_id
      FROM unproven_webhooks WHERE count >= ${webhooksToAlert} AND last_at > ?`,
    params: [isoBefore(now, dayMs)],
  }
}
