import { z } from 'zod'
import type { CatalogueDatabase } from '../context.ts'
import { batchReads } from './batched-reads.ts'

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

/** Reads of this isolate must return data at least as new as the last version that it has read. */
let bookmark: D1SessionBookmark = 'first-unconstrained'

/** Returns a string that changes with anything that public pages show. */
export async function readContentVersion(db: D1Database): Promise<string> {
  const session = db.withSession('first-primary')
  const row = await session.prepare('SELECT number FROM content_version').first()
  bookmark = newerBookmark(bookmark, session.getBookmark())
  return String(version.parse(row).number)
}

/**
 * Prevents a late result of a parallel read from moving the bookmark back. Bookmarks sort as text.
 */
export function newerBookmark(
  known: D1SessionBookmark,
  read: D1SessionBookmark | null,
): D1SessionBookmark {
  if (read === null) return known
  return known === 'first-unconstrained' || read > known ? read : known
}

const sessions = new WeakMap<object, CatalogueDatabase>()

/**
 * Reads from the nearest replica that has at least the last content version that was read. An older
 * replica could return old data for a page of a new version.
 * @param visit an object that identifies the visit. Reads of a visit can share a batch
 */
export function catalogueSession(db: D1Database, visit: object): CatalogueDatabase {
  const known = sessions.get(visit) ?? batchReads(db.withSession(bookmark))
  sessions.set(visit, known)
  return known
}
