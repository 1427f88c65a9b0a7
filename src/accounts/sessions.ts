import { cookieDays } from '../kit/limits.shared.ts'
import type { Session } from '../api/common.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { knownBrowserName } from '../kit/visitor.ts'
import { dayMs, hourMs, isoAfter, isoBefore } from '../kit/time.shared.ts'
import type { Caller, DataContext, SessionContext, ShopContext } from '../context.ts'
import { equalInConstantTime, sha256Hex } from '../kit/crypto.ts'
import type { AccountSession } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import { logSecurity } from '../kit/log.ts'
import { done, type OperationResult } from '../api/operation-result.ts'
import { prepare, readRow, type Sql, readRows } from '../kit/sql.ts'

export type AccountKind = 'customer' | 'referrer'

type NewSession = {
  readonly kind: AccountKind
  /** SQL that selects the `id` of an account. */
  readonly account: Sql
  /** The visitor's User-Agent header. */
  readonly userAgent?: string | undefined
}

/** A session that exists as soon as its statement has run. */
type PreparedSession = { readonly session: Session; readonly insert: D1PreparedStatement }

/**
 * Prepares a session. The statement inserts nothing if the query finds no account. The database
 * stores only the hash of the token.
 */
export async function prepareSession(
  { db, now }: DataContext,
  { kind, account, userAgent = '' }: NewSession,
): Promise<PreparedSession> {
  const [sessionID, token] = [secretID(), secretID()]
  const expires = isoAfter(now, cookieDays.session * dayMs)
  // Other parts of the header could identify the person.
  const browser = knownBrowserName(userAgent) ?? ''
  const insert = prepare(db)`INSERT INTO sessions
      (id, kind, token_hash, expires_at, opened_at, used_at, browser, subject_id)
    SELECT ${sessionID}, ${kind}, ${await sha256Hex(token)}, ${expires}, ${now}, ${now},
      ${browser}, id FROM (${account})`
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
  { db, config, now }: ShopContext,
  kind: AccountKind,
  session: Session | null,
): Promise<Caller | null> {
  if (session === null) return null
  const idleSince = isoBefore(now, config.SESSION_IDLE_DAYS * dayMs)
  const row = await readRow<SessionRow>(db)`SELECT subject_id, token_hash, opened_at, used_at
    FROM sessions
    WHERE id = ${session.sessionID} AND kind = ${kind} AND expires_at > ${now}
      AND (used_at IS NULL OR used_at > ${idleSince})`
  if (!row || !equalInConstantTime(row.token_hash, await sha256Hex(session.token))) return null
  await recordUse(db, session.sessionID, row.used_at, now)
  return { sessionID: session.sessionID, subjectID: row.subject_id, openedAt: row.opened_at }
}

/** Writes the time of use at most once an hour. */
async function recordUse(db: D1Database, sessionID: string, usedAt: string | null, now: Date) {
  if (usedAt !== null && now.getTime() - Date.parse(usedAt) < hourMs) return
  await prepare(db)`UPDATE sessions SET used_at = ${now} WHERE id = ${sessionID}`.run()
}

/** Whether a sign-in is recent enough to change a password or passkeys. */
export function isRecentSignIn(openedAt: string | null, now: Date): boolean {
  return now.getTime() - Date.parse(openedAt ?? '') < recentSignInTime
}

/** Ends the session of a customer or partner. */
export async function logOut({ db, caller }: SessionContext) {
  await prepare(db)`DELETE FROM sessions WHERE id = ${caller.sessionID}`.run()
  return done()
}

/** Returns a statement that ends all sessions of an account except the current one. */
export function endOtherSessions(
  db: D1Database,
  kind: AccountKind,
  { sessionID, subjectID }: Caller,
): D1PreparedStatement {
  return prepare(db)`DELETE FROM sessions WHERE subject_id = ${subjectID} AND kind = ${kind}
    AND id <> ${sessionID}`
}

type ListedSession = Pick<AccountSession, 'browser' | 'openedAt' | 'usedAt'> & {
  readonly isCurrent: number
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
  // The current session is first, because nobody may see a list without it.
  const sessions = await readRows<ListedSession>(db)`SELECT browser, opened_at AS openedAt,
      used_at AS usedAt, id = ${caller.sessionID} AS isCurrent
    FROM sessions
    WHERE subject_id = ${caller.subjectID} AND kind = ${kind} AND expires_at > ${now}
      AND (used_at IS NULL OR used_at > ${idleSince})
    ORDER BY isCurrent DESC, used_at DESC, id LIMIT 50`
  const data = sessions.map((session) => ({
    ...session,
    isCurrent: session.isCurrent === 1,
    isRecent: isRecentSignIn(session.openedAt, now),
  }))
  return ok({ data })
}

/** Signs the account out in all browsers, or in all browsers except the current one. */
async function endSessions(
  { db, caller }: SessionContext,
  kind: AccountKind,
  { keepsCurrent }: { readonly keepsCurrent: boolean },
) {
  const end = keepsCurrent
    ? endOtherSessions(db, kind, caller)
    : prepare(db)`DELETE FROM sessions WHERE subject_id = ${caller.subjectID} AND kind = ${kind}`
  await end.run()
  logSecurity({ event: 'sessions-ended', account: kind })
  return done()
}

/**
 * Milliseconds after a sign-in or a use of a passkey during which no other confirmation is needed.
 */
export const recentSignInTime = 600_000
