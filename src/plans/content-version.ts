import { rememberBookmark } from '../api/batched-reads.ts'
import { prepare, sql, type Sql } from '../kit/sql.ts'

/** Run it after every change of public pages. Triggers do this for stock and reviews. */
export function raiseContentVersion(db: Pick<D1Database, 'prepare'>): D1PreparedStatement {
  return prepare(db)`UPDATE state SET value = value + 1 WHERE name = 'content-version'`
}

/** SQL: no public page has changed after this call. */
export async function unchangedContent(db: D1Database): Promise<Sql> {
  return sql`(${version}) = ${await readVersion(db)}`
}

const version = sql`SELECT value FROM state WHERE name = 'content-version'`

async function readVersion(db: Pick<D1Database, 'prepare'>): Promise<string> {
  const value = await prepare(db)`${version}`.first('value')
  if (typeof value !== 'string') throw new Error('the database has no content version')
  return value
}

/** Returns a string that changes with anything that public pages show. */
export async function readContentVersion(db: D1Database): Promise<string> {
  const session = db.withSession('first-primary')
  const number = await readVersion(session)
  rememberBookmark(session.getBookmark())
  return number
}
