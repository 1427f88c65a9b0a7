import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { SqlStore } from '../../src/kit/sql-store.ts'
import { tablesInOrder } from './tables-in-order.ts'

const columnInfo = z.object({ name: z.string(), type: z.string(), pk: z.number() })
const cell = z.union([z.string(), z.number(), z.null()])
const counts = z.record(z.string(), z.number())

/**
 * Corrects texts in a copy made from an export. An export writes a line feed as `\n`, and its
 * statements turn each `\n` of the text into a line feed. This changes a text that contains both a
 * line feed and `\n`.
 */
export async function correctTexts(
  copy: DatabaseSync,
  original: Pick<SqlStore, 'query'>,
): Promise<void> {
  const tables = tablesInOrder(copy).flatMap((name) => {
    const columns = columnsOf(copy, name)
    const texts = columns.filter(({ type }) => type === 'TEXT')
    const condition = texts.map((column) => isAmbiguous(column.name)).join(' OR ')
    const keys = columns.filter(({ pk }) => pk > 0).map((column) => column.name)
    return condition === '' || keys.length === 0 ? [] : [{ name, keys, condition }]
  })
  const select = tables.map(
    ({ name, condition }) => `(SELECT count(*) FROM ${name} WHERE ${condition}) AS ${name}`,
  )
  const [found] = await original.query(`SELECT ${select.join(', ')}`, counts)
  for (const { name, keys, condition } of tables.filter((table) => found?.[table.name])) {
    const rows = await original.query(
      `SELECT * FROM ${name} WHERE ${condition}`,
      z.record(z.string(), cell),
    )
    for (const row of rows) replaceRow(copy, name, keys, row)
  }
}

function columnsOf(copy: DatabaseSync, table: string) {
  return z.array(columnInfo).parse(copy.prepare(`PRAGMA table_info(${table})`).all())
}

/** Returns an SQL condition: the text has a line feed and `\n`, or a carriage return and `\r`. */
function isAmbiguous(column: string): string {
  const hasBoth = (code: number, escaped: string) =>
    `(instr(${column}, char(${code})) AND instr(${column}, '${escaped}'))`
  return `${hasBoth(10, '\\n')} OR ${hasBoth(13, '\\r')}`
}

/** Skips a row that is newer than the copy. */
function replaceRow(
  copy: DatabaseSync,
  table: string,
  keys: readonly string[],
  row: { readonly [column: string]: z.output<typeof cell> },
): void {
  const condition = keys.map((key) => `${key} = ?`).join(' AND ')
  const changes = Object.keys(row).map((column) => `${column} = ?`)
  copy
    .prepare(`UPDATE ${table} SET ${changes.join(', ')} WHERE ${condition}`)
    .run(...Object.values(row), ...keys.map((key) => row[key] ?? null))
}
