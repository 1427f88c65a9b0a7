import type { D1Database } from '@cloudflare/workers-types'
import type { DatabaseSync } from 'node:sqlite'
import { openEmptyShop } from './command-database.ts'
import { openD1 } from './sqlite-d1.ts'

/** Thrown by a database call, as if the worker had stopped there. */
export class WorkerStop extends Error {}

/** The calls that a worker may make before it stops, and whether the last call takes effect. */
export type StopPlan = { readonly calls: number; readonly takesEffect: boolean }

/** Opens the shop's tables in memory. `runAndRollBack` undoes the changes of `work`. */
export function openShopFile() {
  const file = openEmptyShop()
  return {
    exec: (sql: string) => file.exec(sql),
    rows: (sql: string) => file.prepare(sql).all(),
    connect: (stop: StopPlan | null) => connect(file, stop),
    async runAndRollBack<T>(work: () => Promise<T>): Promise<T> {
      file.exec('BEGIN')
      try {
        return await work()
      } finally {
        file.exec('ROLLBACK')
      }
    },
  }
}

function connect(file: DatabaseSync, stop: StopPlan | null): D1Database {
  let calls = 0

  /**
   * Yields to other workers first, as a network call does. Stops at the call that the plan defines.
   */
  async function call<T>(work: () => T): Promise<T> {
    await Promise.resolve()
    calls += 1
    const isLast = stop !== null && calls >= stop.calls
    if (isLast && !stop.takesEffect) throw new WorkerStop()
    const result = work()
    if (isLast) throw new WorkerStop()
    return result
  }

  return openD1(file, { call })
}
