import type { AccountSession } from '../../contract/account-sessions.ts'
import { ok } from '../../domain/result.ts'
import { logSecurity } from '../../domain/security-log.ts'
import { dayMs, isoBefore } from '../../domain/time-units.ts'
import type { SessionContext } from '../context.ts'
import { done } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { endOtherSessions, isRecentSignIn } from './sessions.ts'
import type { AccountKind } from './sessions.ts'

type ListedSession = {
  id: string
  browser: string
  opened_at: string | null
  used_at: string | null
}

/** Returns the operations about the sessions of one kind of account. */
export function sessionOperations(kind: AccountKind) {
  return {
    list: async (context: SessionContext) => listSessions(context, kind),
    end: async (context: SessionContext, input: { readonly keepsCurrent: boolean }) =>
      endSessions(context, kind, input),
  }
}

/** Returns the caller's sessions that are neither expired nor idle, last used first. */
async function listSessions(
  { db, config, caller, now }: SessionContext,
  kind: AccountKind,
): Promise<OperationResult<{ data: AccountSession[] }>> {
  const idleSince = isoBefore(now, config.SESSION_IDLE_DAYS * dayMs)
  const { results } = await db
    .prepare(
      // The current session is first, because nobody may see a list without it.
      `SELECT id, browser, opened_at, used_at FROM sessions
      WHERE subject_id = ? AND kind = ? AND expires_at > ? AND (used_at IS NULL OR used_at > ?)
      ORDER BY id = ? DESC, used_at DESC, id LIMIT 50`,
    )
    .bind(caller.subjectID, kind, now.toISOString(), idleSince, caller.sessionID)
    .all<ListedSession>()
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

/** Signs the account out in all browsers, or in all browsers except the current one. */
async function endSessions(
  { db, caller }: SessionContext,
  kind: AccountKind,
  { keepsCurrent }: { readonly keepsCurrent: boolean },
) {
  const end = keepsCurrent
    ? endOtherSessions(db, kind, caller)
    : db
        .prepare('DELETE FROM sessions WHERE subject_id = ? AND kind = ?')
        .bind(caller.subjectID, kind)
  await end.run()
  logSecurity({ event: 'sessions-ended', account: kind })
  return done()
}
