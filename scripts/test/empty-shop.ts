import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SQLOutputValue } from 'node:sqlite'
import { migrationFiles, migrationsFolder } from '../database/migrations.ts'

let image: Uint8Array | null = null

/**
 * Opens the tables of a shop in memory. Migrations run once in a process, because they take 50 ms.
 */
export function openEmptyShop(): DatabaseSync {
  const shop = new DatabaseSync(':memory:')
  image ??= migratedImage()
  shop.deserialize(image)
  return shop
}

function migratedImage(): Uint8Array {
  const shop = new DatabaseSync(':memory:')
  for (const file of migrationFiles())
    shop.exec(readFileSync(`${migrationsFolder}/${file}`, 'utf8'))
  return shop.serialize()
}

/** Returns SQL that creates the same shop. It takes a fifth of the time of the migrations. */
export function emptyShopSql(): string[] {
  const shop = openEmptyShop()
  const made = shop.prepare(
    `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'`,
  )
  return made.all().flatMap(({ type, name, sql }) => {
    const rows = type === 'table' ? shop.prepare(`SELECT * FROM ${String(name)}`).all() : []
    return [String(sql), ...rows.map((row) => insertSql(String(name), row))]
  })
}

function insertSql(table: string, row: { readonly [column: string]: SQLOutputValue }): string {
  const values = Object.values(row).map((value) =>
    typeof value === 'number' ? value : `'${String(value).replaceAll("'", "''")}'`,
  )
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`
}
