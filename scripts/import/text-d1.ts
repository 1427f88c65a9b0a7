import type { D1Database } from '@cloudflare/workers-types'
import { literal } from '../../src/backend/sql-text.ts'
import type { SqlValue } from '../../src/backend/sql-text.ts'

type Row = { readonly [column: string]: unknown }

/** Runs statements in one transaction, and returns the rows of each statement. */
export type RunTexts = (statements: readonly string[]) => Promise<readonly (readonly Row[])[]>

/**
 * Returns a D1Database for a database that only `wrangler d1 execute` can reach. Its statements run
 * as text, with literals in place of parameters.
 */
export function textD1(run: RunTexts): D1Database {
  function statementOf(sql: string, values: readonly SqlValue[]) {
    const text = () => withLiterals(sql, values)
    const all = async () => {
      const [results = []] = await run([text()])
      return { results }
    }
    return {
      text,
      bind: (...params: SqlValue[]) => statementOf(sql, params),
      all,
      run: all,
      first: async (column?: string) => {
        const row = (await all()).results[0] ?? null
        return row && column !== undefined ? row[column] : row
      },
    }
  }

  const database = {
    prepare: (sql: string) => statementOf(sql, []),
    batch: async (batch: readonly ReturnType<typeof statementOf>[]) =>
      (await run(batch.map(({ text }) => text()))).map((results) => ({ results })),
    withSession: () => database,
  }
  // The backend uses only these methods.
  return database as unknown as D1Database
}

/** A literal, a quoted name, a comment, or a parameter: `?` or `?2`. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?(\d*)/g

/** Writes values in place of the parameters of a statement. */
export function withLiterals(sql: string, values: readonly SqlValue[]): string {
  let last = 0
  return sql.replaceAll(tokens, (token, digits: string | undefined) => {
    if (!token.startsWith('?')) return token
    // As in SQLite, `?` has the number after the largest number so far.
    const number = digits === '' || digits === undefined ? last + 1 : Number(digits)
    last = Math.max(last, number)
    const value = values[number - 1]
    if (value === undefined) throw new Error(`a statement has no value for ?${number}`)
    return literal(value)
  })
}
