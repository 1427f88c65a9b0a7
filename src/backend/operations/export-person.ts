import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { personTables } from './person.ts'
import type { Person } from './person.ts'

/** Hashes and keys of the shop, which contain no data about the person. */
const withoutMeaning = ['password_hash', 'token_hash', 'idempotency_key', 'dedupe_key']
/**
 * Columns by table. The buyer of a gift or a top-up may not own the eSIM, and its hash opens its
 * page. The email address of an eSIM is the buyer's.
 */
const ofOthers: { readonly [table: string]: readonly string[] } = {
  top_ups: ['esim_hash'],
  supplier_orders: ['iccid'],
  esims: ['email'],
}
/**
 * Columns by table, in rows of an order that somebody else placed: a gift, or a purchase that a
 * partner is rewarded for. The id of the order opens its page.
 */
const ofOtherOrders: { readonly [table: string]: readonly string[] } = {
  invoice_lines: ['invoice_id', 'amount_minor', 'reward_base'],
  esims: ['invoice_id'],
  reviews: ['invoice_id'],
  referrer_transactions: ['invoice_id'],
  outbox: ['invoice_id'],
}

const row = z.record(z.string(), z.unknown())

/** Rows by table, as they are stored. Tables without any are left out. */
export type PersonData = { readonly [table: string]: readonly z.output<typeof row>[] }

/** Returns everything that the database has about a person, from one snapshot. */
export async function exportPerson(
  { db }: Pick<BackendContext, 'db'>,
  { kind, address }: Person,
): Promise<PersonData> {
  const tables = Object.entries(personTables[kind])
  const answers = await db.batch(
    tables.map(([table, condition]) =>
      db.prepare(`SELECT * FROM ${table} WHERE ${condition}`).bind(address),
    ),
  )
  const found = tables.map(
    ([table], index) => [table, z.array(row).parse(answers[index]?.results ?? [])] as const,
  )
  const [, orders = []] = found.find(([table]) => table === 'invoices') ?? []
  const ownOrders = new Set(orders.map(({ id }) => id))
  const shown = found.map(([table, rows]) => {
    const hidden = [...withoutMeaning, ...(ofOthers[table] ?? [])]
    const hiddenOfOthers = [...hidden, ...(ofOtherOrders[table] ?? [])]
    return [
      table,
      rows.map((each) =>
        without(each, ownOrders.has(each['invoice_id']) ? hidden : hiddenOfOthers),
      ),
    ] as const
  })
  return Object.fromEntries(shown.filter(([, rows]) => rows.length > 0))
}

function without(stored: z.output<typeof row>, hidden: readonly string[]): z.output<typeof row> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !hidden.includes(name)))
}
