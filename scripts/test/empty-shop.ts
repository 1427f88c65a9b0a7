import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrationFiles, migrationsFolder } from '../import/migrations.ts'

let image: Uint8Array | null = null

/** The tables of a shop in memory. Migrations run once in a process, because they take 50 ms. */
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
