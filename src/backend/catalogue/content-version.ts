import { z } from 'zod'
import type { CatalogueDatabase } from '../context.ts'
import { batchReads } from './batched-reads.ts'

/** SQL to run after every change of public pages. When a plan sells out, a trigger does it. */
export const raiseContentVersion = 'UPDATE content_version SET number = number + 1;'

/** A condition of a transaction: no public page has changed since now. */
export async function unchangedContent(
  db: D1Database,
): Promise<{ readonly sql: string; readonly params: readonly number[] }> {
  const row = await db.prepare('SELECT number FROM content_version').first()
  const { number } = version.parse(row)
  return { sql: '(SELECT number FROM content_version) = ?', params: [number] }
}

const version = z.object({ number: z.int() })

/** The data of this isolate must be at least as recent as the last version it has read. */
let bookmark: D1SessionBookmark = 'first-unconstrained'

/** Returns a text that changes with the catalogue, its prices, stock and texts. */
export async function readContentVersion(db: D1Database): Promise<string> {
  const session = db.withSession('first-primary')
  const row = await session.prepare('SELECT number FROM content_version').first()
  bookmark = newerBookmark(bookmark, session.getBookmark())
  return String(version.parse(row).number)
}

/**
 * Reads overlap, and a late answer must not move the bookmark back. Bookmarks sort as text.
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
 * Reads from the nearest copy of the database that has the content of the version read last.
 * Otherwise a page of a new version could be rendered from old data.
 * @param visit whose reads can share a batch
 */
export function catalogueSession(db: D1Database, visit: object): CatalogueDatabase {
  const known = sessions.get(visit) ?? batchReads(db.withSession(bookmark))
  sessions.set(visit, known)
  return known
}
