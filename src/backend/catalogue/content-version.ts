import { z } from 'zod'

/** SQL to run after every change of what public pages show. Sold-out plans do it by a trigger. */
export const raiseContentVersion = 'UPDATE content_version SET number = number + 1;'

const version = z.object({ number: z.int() })

/** Returns a text that changes with the catalogue, its prices, stock and texts. */
export async function readContentVersion(db: Pick<D1Database, 'prepare'>): Promise<string> {
  const row = await db.prepare('SELECT number FROM content_version').first()
  return String(version.parse(row).number)
}
