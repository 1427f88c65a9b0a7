import { cookieDays } from '../kit/limits.shared.ts'
import type { Session } from '../api/common.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { knownBrowserName } from '../kit/visitor.ts'
import { dayMs, hourMs, isoAfter, isoBefore } from '../kit/time.shared.ts'
import type { BackendContext, Caller, SessionContext } from '../context.ts'
import { equalInConstantTime, sha256Hex } from '../kit/crypto.ts'
import type { AccountSession } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import { logSecurity } from '../kit/log.ts'
import { done } from '../api/operation-result.ts'
import type { OperationResult } from '../api/operation-result.ts'

export type AccountKind = 'customer' | 'referrer'

/** SQL that selects the `id` of an account, and its parameters. */
type AccountQuery = { readonly sql: string; readonly values: readonly unknown[] }

type NewSession = {
  readonly kind: AccountKind
  readonly account: AccountQuery
  /** The visitor's User-Agent header. */
  readonly userAgent?: string | undefined
}

/** A session that exists as soon as its statement has run. */
type PreparedSession = {
  readonly session: Session
  readonly insert: D1PreparedStatement
}

/**
 * Prepares a session. The statement inserts nothing if the query finds no account. The database
 * stores only the hash of the token.
 */
export async function prepareSession(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  { kind, account, userAgent = '' }: NewSession,
): Promise<PreparedSession> {
  const [sessionID, token] = [secretID(), secretID()]
  const expires = isoAfter(now, cookieDays.session * dayMs)
  const insert = db
    .prepare(
      `INSERT INTO sessions
        (id, kind, token_hash, expires_at, opened_at, used_at, browser, subject_id)
      SELECT ?, ?, ?, ?, ?, ?, ?, id FROM (${account.sql})`,
    )
    .bind(
      sessionID,
      kind,
      await sha256Hex(token),
      expires,
      now.toISOString(),
      now.toISOString(),
      // Other parts of the header could identify the person.
      knownBrowserName(userAgent) ?? '',
      ...account.values,
    )
  return { session: { sessionID, token }, insert }
}

type SessionRow = {
  subject_id: string
  token_hash: string
  opened_at: string | null
  used_at: string | null
}

/**
 * Returns the caller of a session, or null unless it is a valid session of the given kind. A session
 * ends after 300 days, or after SESSION_IDLE_DAYS without use.
 */
export async function callerOf(
  { db, config, now }: Pick<BackendContext, 'db' | 'config' | 'now'>,
  kind: AccountKind,
  session: Session | null,
): Promise<Caller | null> {
  if (session === null) return null
  const idleSince = isoBefore(now, config.SESSION_IDLE_DAYS * dayMs)
  const row = await db
    .prepare(
      `SELECT subject_id, token_hash, opened_at, used_at FROM sessions
      WHERE id = ? AND kind = ? AND expires_at > ? AND (used_at IS NULL OR used_at > ?)`,
    )
    .bind(session.sessionID, kind, now.toISOString(), idleSince)
    .first<SessionRow>()
  if (!row || !equalInConstantTime(row.token_hash, await sha256Hex(session.token))) return null
  await recordUse(db, session.sessionID, row.used_at, now)
  return { sessionID: session.sessionID, subjectID: row.subject_id, openedAt: row.opened_at }
}

/** Writes the time of use at most once an hour. */
async function recordUse(
  db: D1Database,
  sessionID: string,
  usedAt: string | null,
  now: Date,
): Promise<void> {
  if (usedAt !== null && now.getTime() - Date.parse(usedAt) < hourMs) return
  await db
    .prepare('UPDATE sessions SET used_at = ? WHERE id = ?')
    .bind(now.toISOString(), sessionID)
    .run()
}

/** Whether a sign-in is recent enough to change a password or passkeys. */
export function isRecentSignIn(openedAt: string | null, now: Date): boolean {
  return now.getTime() - Date.parse(openedAt ?? '') < recentSignInTime
}

export async function endSession(db: D1Database, sessionID: string): Promise<void> {
  await db.prepare('DELETE FROM sessions WHERE id = ?').bind(sessionID).run()
}

/** Returns a statement that ends all sessions of an account except the current one. */
export function endOtherSessions(
  db: D1Database,
  kind: AccountKind,
  { sessionID, subjectID }: Caller,
): D1PreparedStatement {
  return db
    .prepare('DELETE FROM sessions WHERE subject_id = ? AND kind = ? AND id <> ?')
    .bind(subjectID, kind, sessionID)
}

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

/**
 * Milliseconds after a sign-in or a use of a passkey during which no other confirmation is needed.
 */
export const recentSignInTime = 600_000
