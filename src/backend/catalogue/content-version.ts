import { z } from 'zod'
import { rememberBookmark } from './batched-reads.ts'

/** SQL to run after every change of public pages. Triggers do this for stock and reviews. */
export const raiseContentVersion = 'UPDATE content_version SET number = number + 1;'

/** Returns an SQL condition that is false once a public page has changed after this call. */
export async function unchangedContent(
  db: D1Database,
): Promise<{ readonly sql: string; readonly params: readonly number[] }> {
  const row = await db.prepare('SELECT number FROM content_version').first()
  const { number } = version.parse(row)
  return { sql: '(SELECT number FROM content_version) = ?', params: [number] }
}

const version = z.object({ number: z.int() })

/** Returns a string that changes with anything that public pages show. */
export async function readContentVersion(db: D1Database): Promise<string> {
  const session = db.withSession('first-primary')
  const row = await session.prepare('SELECT number FROM content_version').first()
  rememberBookmark(session.getBookmark())
  return String(version.parse(row).number)
}
