import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const named = z.object({ name: z.string() })
const reference = z.object({ table: z.string() })

/**
 * Returns the tables of a shop. A table comes after the tables that it references. Excludes
 * internal tables of SQLite and D1.
 */
export function tablesInOrder(shop: DatabaseSync): readonly string[] {
  const names = z
    .array(named)
    .parse(shop.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all())
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|d1_|_cf_)/.test(name))
  const waiting = new Map(names.map((name) => [name, referencesOf(shop, name)]))
  const ordered: string[] = []
  while (waiting.size > 0) {
    const ready = names.filter((name) =>
      waiting.get(name)?.every((other) => other === name || !waiting.has(other)),
    )
    if (ready.length === 0)
      throw new Error(`Tables reference each other in a cycle: ${[...waiting.keys()].join(', ')}.`)
    for (const name of ready) waiting.delete(name)
    ordered.push(...ready)
  }
  return ordered
}

function referencesOf(shop: DatabaseSync, table: string): readonly string[] {
  return z
    .array(reference)
    .parse(shop.prepare(`PRAGMA foreign_key_list(${table})`).all())
    .map((row) => row.table)
}
