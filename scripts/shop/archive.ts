import type { D1Database } from '@cloudflare/workers-types'
import { z } from 'zod'
import { isTrue } from '../../src/api/perform-action.ts'
import { storeState } from '../../src/kit/db.ts'
import { erased } from '../../src/kit/email.shared.ts'
import { orderNumberLength } from '../../src/kit/order-number.ts'
import { dayMs } from '../../src/kit/time.shared.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { join, prepare, raw, readRows, sql, type Sql } from '../../src/kit/sql.ts'
import {
  cancelArchive,
  esimOfLine,
  isListed,
  movedTables,
  readArchive,
  restoreOrders,
  writeArchive,
} from '../../src/orders/archive.ts'
import { withShop, type OpenShop } from '../database/open-shop.ts'
import { defineCommand } from './define-command.ts'

/** Days after a payment in which nearly all refunds, disputes and questions arrive. */
const youngest = 365
const ordersPerFile = 200

type Stores = Pick<OpenShop, 'db' | 'uploads'>

export const archiveCommand = defineCommand({
  name: 'archive',
  usage: '--before 2025-01-31 | --restore ORDER',
  about:
    'Moves the eSIMs, payments and messages of orders that were paid before a day into files in R2.\n      The day is at least a year ago. If it is interrupted, run it again. ORDER is the number of an\n      archived order, which it brings back.',
  words: [0, 0],
  options: { before: { type: 'string' }, restore: { type: 'string' } },
  async run({ values: { before = '', restore: order }, target }) {
    const isDay = z.iso.date().safeParse(before).success
    if (order === undefined && !(isDay && Date.parse(before) <= Date.now() - youngest * dayMs))
      throw new Error('Give --before with a day such as 2025-01-31 that is at least a year ago.')
    await withShop(target, async (shop) => {
      const count = await (order === undefined
        ? archiveOrders(shop, before)
        : restoreOrders(
            shop,
            sql`id >= ${order} AND id < ${`${order}~`} AND length(${order}) >= ${orderNumberLength}`,
          ))
      console.log(`${order === undefined ? 'Archived' : 'Restored'} ${count} orders.`)
    })
  },
})

/**
 * Moves orders into files, oldest first. Each file is complete before one transaction deletes its
 * rows from the database, and an interrupted file is written again. Returns the number of orders.
 */
export async function archiveOrders(stores: Stores, before: string): Promise<number> {
  const { db } = stores
  await cancelArchive(stores)
  let [count, paidAt, id] = [0, '', '']
  for (;;) {
    const found = await readRows<{ id: string; paidAt: string }>(db)`SELECT i.id,
        i.paid_at AS paidAt FROM orders i
      WHERE ${isArchivable(before)} AND i.archive IS NULL AND (i.paid_at, i.id) > (${paidAt}, ${id})
      ORDER BY i.paid_at, i.id LIMIT ${ordersPerFile}`
    const last = found.at(-1)
    if (!last) return count
    const file = `archive/${last.paidAt.slice(0, 10)}-${secretID().slice(0, 12)}.jsonl`
    const ids = found.map((order) => order.id)
    if (await moveOrders(stores, { file, ids, before })) {
      console.log(`${file}: ${ids.length} orders`)
      count += ids.length
      ;({ paidAt, id } = last)
    } else await cancelArchive(stores)
  }
}

/**
 * SQL: the order `i` was paid before a day, and nothing waits: no delivery, refund, lookup, message
 * or alert, and no eSIM is valid today. The addresses in its rows are those by which an erasure
 * finds it, and its messages have no text. The order of an eSIM with a top-up stays.
 */
const isArchivable = (before: string) => sql`i.paid_at < ${before}
  AND i.status IN ('success', 'refunded', 'lost') AND i.frozen_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM alerts a WHERE a.order_id = i.id AND a.ended_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM refunds r
    WHERE r.order_id = i.id AND r.state IN ('requested', 'sent', 'failed'))
  AND NOT EXISTS (SELECT 1 FROM purchases o WHERE o.order_id = i.id
    AND (o.next_try_at IS NOT NULL OR o.status IN ('new', 'sent', 'accepted', 'held')))
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = i.id AND p.look_up_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM outbox m WHERE m.order_id = i.id AND (m.sent_at IS NULL
    OR m.body <> '' OR m.recipient NOT IN (${erased}, i.email) AND m.recipient NOT IN (
      SELECT l.recipient FROM order_lines l WHERE l.order_id = i.id AND l.recipient IS NOT NULL)))
  AND NOT EXISTS (SELECT 1 FROM esims e WHERE e.order_id = i.id AND (
    coalesce(e.valid_until, e.activate_by) >= date(${before}, ${`+${youngest} days`})
    OR e.email NOT IN (${erased}, i.email)
    OR EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.esim_hash = e.esim_hash)
    OR EXISTS (SELECT 1 FROM top_ups u WHERE u.esim_hash = e.esim_hash)))`

type Move = {
  readonly file: string
  readonly ids: readonly string[]
  readonly before: string
}

/** Returns false when an order has changed in the meantime, or another command restored one. */
async function moveOrders({ db, uploads }: Stores, move: Move): Promise<boolean> {
  const { file, ids, before } = move
  await db.batch([
    storeState(db, 'archive', { file, orders: ids }),
    prepare(db)`UPDATE orders SET archive = ${file} WHERE ${isListed('id', ids)}`,
  ])
  const text = await textOfRows(db, ids)
  const { orders, moved } = await readOrders(db, ids, text)
  await writeArchive(uploads, file, orders)
  await readArchive(uploads, file)
  const isSame = sql`(SELECT count(*) FROM orders i WHERE ${isListed('i.id', ids)}
    AND i.archive = ${file} AND ${isArchivable(before)}) = ${ids.length} AND ${text} = ${moved}`
  const areMoved = isListed('order_id', ids)
  try {
    await db.batch([
      // Otherwise the JSON is invalid, and the transaction fails.
      prepare(db)`SELECT iif(${isSame}, '', json('changed'))`,
      prepare(db)`UPDATE order_lines SET delivered_at = (${esimOfLine}) WHERE ${areMoved}`,
      ...movedTables.map((table) => prepare(db)`DELETE FROM ${raw(table)} WHERE ${areMoved}`),
      prepare(db)`DELETE FROM state WHERE name = 'archive'`,
    ])
    return true
  } catch (error) {
    if (await isTrue(db, isSame)) throw error
    return false
  }
}

/** Reads all rows of the orders from one snapshot, and the text of those to move. */
async function readOrders(db: D1Database, ids: readonly string[], text: Sql) {
  const stay = ['orders', 'order_lines', 'payment_facts', 'refunds', 'credit_notes']
  const tables = [...stay, ...movedTables]
  const key = (table = '') => (table === 'orders' ? 'id' : 'order_id')
  const [texts, ...answers] = await db.batch<Row>([
    prepare(db)`SELECT ${text} AS text`,
    ...tables.map(
      (table) => prepare(db)`SELECT * FROM ${raw(table)} WHERE ${isListed(key(table), ids)}`,
    ),
  ])
  const rows = answers.map(({ results }, index) =>
    Map.groupBy(results, (row) => row[key(tables[index])]),
  )
  const orders = ids.map((id) => ({
    id,
    rows: Object.fromEntries(tables.map((table, index) => [table, rows[index]?.get(id) ?? []])),
  }))
  return { orders, moved: String(texts?.results[0]?.['text']) }
}

type Row = { readonly [column: string]: string | number | null }

/** Returns SQL for the text of all rows to move. */
async function textOfRows(db: D1Database, ids: readonly string[]): Promise<Sql> {
  const tables = await readRows<{ name: string; columns: string }>(db)`SELECT t.value AS name,
      group_concat(c.name) AS columns
    FROM json_each(${JSON.stringify(movedTables)}) t, pragma_table_info(t.value) c GROUP BY 1`
  const texts = tables.map(
    ({ name, columns }) => sql`(SELECT json_group_array(json_array(${raw(columns)}))
      FROM (SELECT * FROM ${raw(name)} WHERE ${isListed('order_id', ids)} ORDER BY 1))`,
  )
  return sql`(${join(texts, ' || ')})`
}
