import type { CustomerSession } from '../../contract/customer.ts'
import { ok } from '../../domain/result.ts'
import { logSecurity } from '../../domain/security-log.ts'
import { dayMs, isoBefore } from '../../domain/time-units.ts'
import type { SessionContext } from '../context.ts'
import { isRecentSignIn } from './sessions.ts'
import { done } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'

/** Returns the caller's sessions that are neither expired nor idle, last used first. */
export async function listSessions({
  db,
  config,
  caller,
  now,
}: SessionContext): Promise<OperationResult<{ data: CustomerSession[] }>> {
  const idleSince = isoBefore(now, config.SESSION_IDLE_DAYS * dayMs)
  const { results } = await db
    .prepare(
      `SELECT id, browser, opened_at, used_at FROM sessions
      WHERE subject_id = ? AND kind = 'customer' AND expires_at > ?
        AND (used_at IS NULL OR used_at > ?)
      ORDER BY used_at DESC, id LIMIT 50`,
    )
    .bind(caller.subjectID, now.toISOString(), idleSince)
    .all<{ id: string; browser: string; opened_at: string | null; used_at: string | null }>()
  return ok({
    data: results.map((row) => ({
      browser: row.browser,
      openedAt: row.opened_at,
      usedAt: row.used_at,
      isCurrent: row.id === caller.sessionID,
      isRecent: isRecentSignIn(row.opened_at, now),
    })),
  })
}

/** Signs the customer out in all browsers, including the current browser. */
export async function endAllSessions({ db, caller }: SessionContext) {
  await db
    .prepare(`DELETE FROM sessions WHERE subject_id = ? AND kind = 'customer'`)
    .bind(caller.subjectID)
    .run()
  logSecurity({ event: 'sessions-ended' })
  return done()
}
