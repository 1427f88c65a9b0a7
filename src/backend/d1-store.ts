import { z } from 'zod'
import type { SqlStore } from './sql-store.ts'

export function d1Store(db: Pick<D1Database, 'prepare' | 'batch'>): SqlStore {
  return {
    query: async (sql, row) => z.array(row).parse((await db.prepare(sql).all()).results),
    execute: async (statements) => {
      if (statements.length > 0)
        await db.batch(statements.map((statement) => db.prepare(statement)))
    },
  }
}
