import { readBearer } from '../../contract/bearer.ts'
import type { Session } from '../../contract/common.ts'
import { secretID } from '../../domain/secret-id.ts'
import type { Caller } from '../context.ts'
import { equalInConstantTime, sha256Hex } from '../hashing.ts'

export type AccountKind = 'customer' | 'referrer'

/** As long as the session cookies live (specification, section 9: 300 days). */
const lifetimeDays = 300

/** Opens a session with a new identifier and a new token. The database stores the token's hash. */
export async function openSession(
  db: D1Database,
  kind: AccountKind,
  subjectID: string,
  now: Date,
): Promise<Session> {
  const [sessionID, token] = [secretID(), secretID()]
  const expires = new Date(now.getTime() + lifetimeDays * 86_400_000)
  await db
    .prepare(
      'INSERT INTO sessions (id, kind, subject_id, token_hash, expires_at) VALUES (?, ?, ?, ?, ?)',
    )
    .bind(sessionID, kind, subjectID, await sha256Hex(token), expires.toISOString())
    .run()
  return { sessionID, token }
}

/** The caller of an Authorization header; null when the header opens no session of that kind. */
export async function callerOf(
  db: D1Database,
  kind: AccountKind,
  header: string | undefined,
  now: Date,
): Promise<Caller | null> {
  const session = readBearer(header)
  if (session === null) return null
  const row = await db
    .prepare(
      'SELECT subject_id, token_hash FROM sessions WHERE id = ? AND kind = ? AND expires_at > ?',
    )
    .bind(session.sessionID, kind, now.toISOString())
    .first<{ subject_id: string; token_hash: string }>()
  if (!row || !equalInConstantTime(row.token_hash, await sha256Hex(session.token))) return null
  return { sessionID: session.sessionID, subjectID: row.subject_id }
}

export async function endSession(db: D1Database, sessionID: string): Promise<void> {
  await db.prepare('DELETE FROM sessions WHERE id = ?').bind(sessionID).run()
}

export function endOtherSessions(
  db: D1Database,
  kind: AccountKind,
  { sessionID, subjectID }: Caller,
): D1PreparedStatement {
  return db
    .prepare('DELETE FROM sessions WHERE subject_id = ? AND kind = ? AND id <> ?')
    .bind(subjectID, kind, sessionID)
}
