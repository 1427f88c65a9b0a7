import { readBearer } from '../../contract/bearer.ts'
import type { Session } from '../../contract/common.ts'
import { secretID } from '../../domain/secret-id.ts'
import { equalInConstantTime, sha256Hex } from '../hashing.ts'

export type SubjectKind = 'customer' | 'referrer'
/** Who calls: the session, and whose it is. */
export type Caller = { readonly sessionID: string; readonly subjectID: string }

/** As long as the cookies that carry it (specification, section 9: 300 days). */
const lifetimeDays = 300

/** Opens a session: a new identifier and a new token, of which the database keeps the hash. */
export async function openSession(
  db: D1Database,
  kind: SubjectKind,
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

/** Whose session an Authorization header opens; null when it opens none. */
export async function callerOf(
  db: D1Database,
  kind: SubjectKind,
  header: string | undefined,
  now: Date,
): Promise<Caller | null> {
  const given = readBearer(header)
  if (given === null) return null
  const { sessionID, token } = given
  const session = await db
    .prepare(
      'SELECT subject_id, token_hash FROM sessions WHERE id = ? AND kind = ? AND expires_at > ?',
    )
    .bind(sessionID, kind, now.toISOString())
    .first<{ subject_id: string; token_hash: string }>()
  if (!session || !equalInConstantTime(session.token_hash, await sha256Hex(token))) return null
  return { sessionID, subjectID: session.subject_id }
}

export async function endSession(db: D1Database, sessionID: string): Promise<void> {
  await db.prepare('DELETE FROM sessions WHERE id = ?').bind(sessionID).run()
}

export function endOtherSessions(
  db: D1Database,
  kind: SubjectKind,
  { sessionID, subjectID }: Caller,
): D1PreparedStatement {
  return db
    .prepare('DELETE FROM sessions WHERE subject_id = ? AND kind = ? AND id <> ?')
    .bind(subjectID, kind, sessionID)
}
