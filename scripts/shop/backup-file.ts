import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { insertRows } from '../../src/kit/sql-text.ts'

const title = '-- esim-storefront backup'
const checksum = '-- sha256 '
/** Rows to convert into statements at a time. */
const rowsAtOnce = 500

const header = z.object({
  createdAt: z.string(),
  /** The migrations applied to the database, in their order. */
  migrations: z.array(z.string()),
  /** Number of rows by table. A table comes after the tables that it references. */
  rows: z.record(z.string(), z.number()),
})
export type Backup = z.output<typeof header>

export function countRows({ rows }: Backup): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}

export type DatabaseCopy = {
  readonly shop: DatabaseSync
  /** The migrations applied to the original. */
  readonly migrations: readonly string[]
}

/**
 * Writes a backup as SQL text: a title, a header as JSON, the rows, and a SHA-256 checksum. Only
 * the owner of the file may read it.
 */
export async function writeBackup(
  { shop, migrations }: DatabaseCopy,
  file: string,
  createdAt: string,
): Promise<Backup> {
  const tables = tablesInOrder(shop)
  const rows = Object.fromEntries(tables.map((table) => [table, countIn(shop, table)]))
  const backup = { createdAt, migrations: [...migrations], rows }
  const hash = createHash('sha256')
  const output = await open(file, 'wx', 0o600)
  const write = async (line: string) => {
    hash.update(`${line}\n`)
    await output.write(`${line}\n`)
  }
  try {
    await write(title)
    await write(`-- ${JSON.stringify(backup)}`)
    for (const table of tables)
      for (const statement of statementsOf(shop, table)) await write(statement)
    await output.write(`${checksum}${hash.digest('hex')}\n`)
  } finally {
    await output.close()
  }
  return backup
}

/** Reads the header of a backup. Throws when the file was changed or is not a backup. */
export async function readBackup(file: string): Promise<Backup> {
  const hash = createHash('sha256')
  let count = 0
  let described = ''
  let last = ''
  for await (const line of linesOf(file)) {
    if (count > 0) hash.update(`${last}\n`)
    if (count === 0 && line !== title)
      throw new Error(
        `${file} is not a backup of a shop. Give a file that npm run shop -- backup wrote.`,
      )
    if (count === 1) described = line
    last = line
    count += 1
  }
  if (last !== checksum + hash.digest('hex'))
    throw new Error(
      `${file} is incomplete or was changed: its checksum is wrong. Use another copy.`,
    )
  return header.parse(JSON.parse(described.replace('-- ', '')))
}

function countIn(shop: DatabaseSync, table: string): number {
  return Number(shop.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'])
}

function* statementsOf(shop: DatabaseSync, table: string): Generator<string> {
  const select = shop.prepare(`SELECT * FROM ${table}`)
  const columns = select.columns().map(({ name }) => name)
  const cell = z.union([z.string(), z.number(), z.null()])
  let rows: z.output<typeof cell>[][] = []
  for (const row of select.iterate()) {
    rows.push(columns.map((column) => cell.parse(row[column])))
    if (rows.length < rowsAtOnce) continue
    yield* insertRows(table, columns, rows)
    rows = []
  }
  yield* insertRows(table, columns, rows)
}

/**
 * Returns the tables of a shop. A table comes after the tables that it references. Excludes
 * internal tables of SQLite and D1.
 */
export function tablesInOrder(shop: DatabaseSync): readonly string[] {
  const names = shop
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite_|d1_|_cf_)/.test(name))
  const waiting = new Map(names.map((name) => [name, referencesOf(shop, name)]))
  const ordered: string[] = []
  while (waiting.size > 0) {
    const ready = names.filter((name) =>
      waiting.get(name)?.every((other) => other === name || !waiting.has(other)),
    )
    if (ready.length === 0)
      throw new Error(`Tables reference each other in a cycle: ${[...waiting.keys()].join(', ')}.`)
    for (const name of ready) waiting.delete(name)
    ordered.push(...ready)
  }
  return ordered
}

function referencesOf(shop: DatabaseSync, table: string): readonly string[] {
  const references = shop.prepare(`PRAGMA foreign_key_list(${table})`).all()
  return references.map((row) => String(row['table']))
}

/**
 * Returns the lines of a file. Splits it only at line feeds: node:readline also splits at other
 * characters, such as U+2028.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
