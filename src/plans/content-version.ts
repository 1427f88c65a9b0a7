import { z } from 'zod'
import { rememberBookmark } from '../api/batched-reads.ts'

/** SQL to run after every change of public pages. Triggers do this for stock and reviews. */
export const raiseContentVersion = `UPDATE state SET value = value + 1 WHERE name = 'content-version';`

/** Returns an SQL condition that is false once a public page has changed after this call. */
export async function unchangedContent(
  db: D1Database,
): Promise<{ readonly sql: string; readonly params: readonly string[] }> {
  return { sql: `(${version}) = ?`, params: [await readVersion(db)] }
}

const version = `SELECT value FROM state WHERE name = 'content-version'`

async function readVersion(db: Pick<D1Database, 'prepare'>): Promise<string> {
  return z.string().parse(await db.prepare(version).first('value'))
}

/** Returns a string that changes with anything that public pages show. */
export async function readContentVersion(db: D1Database): Promise<string> {
  const session = db.withSession('first-primary')
  const number = await readVersion(session)
  rememberBookmark(session.getBookmark())
  return number
}
