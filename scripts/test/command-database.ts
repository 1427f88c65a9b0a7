import type { D1Database } from '@cloudflare/workers-types'
import { DatabaseSync } from 'node:sqlite'
import { d1Store } from '../../src/kit/sql-store.ts'
import type { SqlStore } from '../../src/kit/sql-store.ts'
import { createTables } from '../database/migrations.ts'
import { openD1 } from './sqlite-d1.ts'

type CommandDatabase = {
  readonly shop: DatabaseSync
  readonly db: D1Database
  readonly database: SqlStore
}

/** Creates an empty shop in memory. Returns it as SQLite and as the database of a command. */
export function newCommandDatabase(): CommandDatabase {
  const shop = openEmptyShop()
  const db = openD1(shop)
  return { shop, db, database: d1Store(db) }
}

/** Opens the tables of a shop in memory. */
export function openEmptyShop(): DatabaseSync {
  const shop = new DatabaseSync(':memory:')
  createTables(shop)
  return shop
}
