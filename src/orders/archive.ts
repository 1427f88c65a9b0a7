import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { insertRows, readJsonColumn, readState } from '../kit/db.ts'
import { sha256Hex } from '../kit/crypto.ts'
import { prepare, raw, readRows, sql, type Sql } from '../kit/sql.ts'

type ArchiveContext = Pick<BackendContext, 'db' | 'uploads'>

const row = z.record(z.string().regex(/^\w+$/), z.union([z.string(), z.number(), z.null()]))
const archivedOrder = z.object({
  id: z.string(),
  /** Its rows by table. A copy of those that stay in the database makes the file readable. */
  rows: z.record(z.string(), z.array(row)),
})
export type ArchivedOrder = z.output<typeof archivedOrder>

/** SQL: the eSIM of the row of `order_lines`. */
export const esimOfLine = sql`SELECT e.purchased_at FROM esims e
  WHERE e.order_id = order_lines.order_id AND e.line_position = order_lines.position`

/** Tables whose rows leave the database. Receipts, the books and the law need the others. */
export const movedTables = ['esims', 'payments', 'outbox'] as const

/** Writes a file: a line of JSON for each order, and a last line with the SHA-256 of those before. */
export async function writeArchive(
  uploads: R2Bucket,
  file: string,
  orders: readonly ArchivedOrder[],
  options: R2PutOptions = {},
): Promise<boolean> {
  const lines = orders.map((order) => `${JSON.stringify(order)}\n`).join('')
  const sum = JSON.stringify({ sha256: await sha256Hex(lines) })
  return (await uploads.put(file, `${lines}${sum}\n`, options)) !== null
}

/** Reads a file. Throws when it is missing or its checksum is wrong. */
export async function readArchive(
  uploads: R2Bucket,
  file: string,
): Promise<{ readonly orders: ArchivedOrder[]; readonly etag: string }> {
  const stored = await uploads.get(file)
  if (!stored) throw new Error(`${file} is missing in the bucket. Restore it from a copy.`)
  const lines = (await stored.text()).split('\n')
  const orders = lines.slice(0, -2)
  const sum = await sha256Hex(orders.map((line) => `${line}\n`).join(''))
  if (lines.at(-2) !== JSON.stringify({ sha256: sum }))
    throw new Error(`${file} was changed: its checksum is wrong. Restore it from a copy.`)
  const parsed = orders.map((line) => readJsonColumn('orders.archive', archivedOrder, line))
  return { orders: parsed, etag: stored.etag }
}

/** The file that a command is writing, and its orders, whose rows are still in the database. */
const openArchive = z.object({ file: z.string(), orders: z.array(z.string()) })

/**
 * Gives up the file that a command has not finished. The database does not need it yet. The file is
 * forgotten last, so that an interrupted call can be repeated.
 */
export async function cancelArchive({ db, uploads }: ArchiveContext): Promise<void> {
  const open = await readState(db, 'archive', openArchive)
  if (!open) return
  const isOpen = sql`name = 'archive' AND value ->> 'file' = ${open.file}`
  const [, emptied] = await db.batch([
    prepare(db)`UPDATE orders SET archive = NULL WHERE ${isListed('id', open.orders)}
      AND archive = ${open.file} AND EXISTS (SELECT 1 FROM state WHERE ${isOpen})`,
    prepare(db)`UPDATE state SET value = value WHERE ${isOpen}`,
  ])
  // Otherwise the command has finished it in the meantime.
  if (emptied?.meta.changes !== 1) return
  await uploads.delete(open.file)
  await prepare(db)`DELETE FROM state WHERE ${isOpen}`.run()
}

/** SQL: an order is in a list of ids. */
export function isListed(column: string, ids: readonly string[]): Sql {
  return sql`${raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

/** SQL over `orders`: they are of a customer, or have a gift to a customer. */
export function isOfCustomer(address: string): Sql {
  return sql`(email = ${address}
    OR id IN (SELECT order_id FROM order_lines WHERE recipient = ${address}))`
}

/**
 * Brings archived orders back into the database, and removes them from their files. What changes,
 * exports or erases orders then finds all of their rows. Returns the number of orders.
 * @param which an SQL condition
 */
export async function restoreOrders(context: ArchiveContext, which: Sql): Promise<number> {
  const found = await readRows<{ id: string; file: string }>(
    context.db,
  )`SELECT id, archive AS file FROM orders WHERE archive IS NOT NULL AND ${which}`
  for (const [file, orders] of Map.groupBy(found, (order) => order.file))
    await restoreFrom(
      context,
      file,
      orders.map(({ id }) => id),
    )
  return found.length
}

async function restoreFrom(context: ArchiveContext, file: string, ids: readonly string[]) {
  const { db, uploads } = context
  const open = await readState(db, 'archive', openArchive)
  if (open?.file === file) return cancelArchive(context)
  const { orders, etag } = await readArchive(uploads, file)
  const rest = orders.filter(({ id }) => !ids.includes(id))
  const sold = await readRows<{ iccid: string; line: string }>(db)`SELECT iccid,
    order_id || ':' || line_position AS line FROM stock WHERE ${isListed('order_id', ids)}`
  // A later profile may have got the ICCID, and its profile another one.
  const iccids = new Map(sold.map(({ line, iccid }) => [line, { iccid }]))
  const restored = movedTables.flatMap((table) => {
    const all = orders.flatMap(({ id, rows }) => (ids.includes(id) ? (rows[table] ?? []) : []))
    const rows = all.map((each) => ({
      ...each,
      ...(table === 'esims' && iccids.get(`${each['order_id']}:${each['line_position']}`)),
    }))
    return insertRows(db, table, rows, 'ON CONFLICT DO NOTHING')
  })
  await db.batch([
    ...restored,
    prepare(db)`UPDATE order_lines SET delivered_at = NULL
      WHERE ${isListed('order_id', ids)} AND EXISTS (${esimOfLine})`,
  ])
  // The orders leave the file before the database forgets it, so that an erasure finds them.
  if (!(await writeArchive(uploads, file, rest, { onlyIf: { etagMatches: etag } })))
    return restoreFrom(context, file, ids)
  await prepare(db)`UPDATE orders SET archive = NULL WHERE ${isListed('id', ids)}`.run()
  if (rest.length === 0) await uploads.delete(file)
}
