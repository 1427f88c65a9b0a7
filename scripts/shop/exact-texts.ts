import type { D1Database } from '@cloudflare/workers-types'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { tablesInOrder } from './backup-file.ts'

const columns = z.array(z.object({ name: z.string(), type: z.string(), pk: z.number() }))
const rows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))
const counts = z.record(z.string(), z.number())

/**
 * Corrects texts in a copy made from an export. An export writes a line feed as `\n`, and its
 * statements turn each `\n` of the text into a line feed. This changes a text that contains both a
 * line feed and `\n`.
 */
export async function correctTexts(copy: DatabaseSync, original: D1Database): Promise<void> {
  const tables = tablesInOrder(copy).flatMap((name) => {
    const all = columns.parse(copy.prepare(`PRAGMA table_info(${name})`).all())
    const texts = all.filter(({ type }) => type === 'TEXT')
    // D1 limits how deep `OR` nests conditions.
    const isAny = texts.map((column) => isAmbiguous(column.name)).join(', ')
    const condition = texts.length === 0 ? '' : `1 IN (${isAny})`
    const keys = all.filter(({ pk }) => pk > 0).map((column) => `${column.name} = :${column.name}`)
    return condition === '' || keys.length === 0 ? [] : [{ name, keys, condition }]
  })
  const select = tables.map(
    ({ name, condition }) => `(SELECT count(*) FROM ${name} WHERE ${condition}) AS ${name}`,
  )
  const found = counts.parse(await original.prepare(`SELECT ${select.join(', ')}`).first())
  for (const { name, keys, condition } of tables.filter((table) => found[table.name])) {
    const { results } = await original.prepare(`SELECT * FROM ${name} WHERE ${condition}`).all()
    for (const row of rows.parse(results)) {
      const changes = Object.keys(row).map((column) => `${column} = :${column}`)
      // Skips a row that is newer than the copy.
      copy.prepare(`UPDATE ${name} SET ${changes.join(', ')} WHERE ${keys.join(' AND ')}`).run(row)
    }
  }
}

/** Returns an SQL condition: the text has a line feed and `\n`, or a carriage return and `\r`. */
function isAmbiguous(column: string): string {
  const hasBoth = (code: number, escaped: string) =>
    `(instr(${column}, char(${code})) AND instr(${column}, '${escaped}'))`
  return `${hasBoth(10, '\\n')} OR ${hasBoth(13, '\\r')}`
}
