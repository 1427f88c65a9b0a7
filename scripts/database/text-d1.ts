import type { D1Database } from '@cloudflare/workers-types'
import { literal } from '../../src/kit/sql-text.ts'
import type { SqlValue } from '../../src/kit/sql-text.ts'
import { adaptToD1 } from './adapt-to-d1.ts'
import type { StatementAnswer } from './adapt-to-d1.ts'

/** Runs statements in one transaction. */
export type RunTexts = (statements: readonly string[]) => Promise<readonly StatementAnswer[]>

/**
 * Returns a D1Database for a database that only `wrangler d1 execute` can reach. Its statements run
 * as text, with literals in place of parameters.
 */
export function textD1(run: RunTexts): D1Database {
  return adaptToD1({
    statement: withLiterals,
    run: async (text) => {
      const [answer = { rows: [], changes: 0 }] = await run([text])
      return answer
    },
    batch: run,
  })
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
