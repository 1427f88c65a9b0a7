import type { z } from 'zod'
import type { CatalogueDatabase } from '../context.ts'
import { readJsonColumn } from './stored-json.ts'

/** The values of `state`, except the version of the content. */
type StateName = 'charge-search' | 'delivery-counts' | 'last-round' | 'stock-check'

/** Returns a value that the shop remembers, or null if it has none. */
export async function readState<T>(
  db: Pick<CatalogueDatabase, 'prepare'>,
  name: StateName,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const text = await readStateText(db, name)
  return text === null ? null : readJsonColumn('state.value', schema, text)
}

/** Returns the JSON of a value. */
export async function readStateText(
  db: Pick<CatalogueDatabase, 'prepare'>,
  name: StateName,
): Promise<string | null> {
  const select = db.prepare('SELECT value FROM state WHERE name = ?').bind(name)
  return (await select.first<{ value: string }>())?.value ?? null
}

export function storeState(db: D1Database, name: StateName, value: unknown): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO state (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = ?2`,
    )
    .bind(name, JSON.stringify(value))
}
