import type { z } from 'zod'

/** A database that takes whole SQL texts: D1 of a worker, or of an operator's command. */
export type SqlStore = {
  readonly query: <T extends z.ZodType>(sql: string, row: T) => Promise<z.output<T>[]>
  /** Runs all statements in one transaction. */
  readonly execute: (statements: readonly string[]) => Promise<void>
}
