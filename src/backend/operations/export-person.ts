import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { personTables } from './person.ts'
import type { Person } from './person.ts'

/** Columns with hashes and keys of the shop, which contain no data about the person. */
const withoutMeaning = [
  'password_hash',
  'token_hash',
  'idempotency_key',
  'dedupe_key',
  'input_hash',
]
/** Columns with the shop's purchase prices. */
const purchasePrice = ['cost_minor', 'cost_currency']
/**
 * Columns to hide, by table, with data about other people or about the shop. The buyer of a top-up
 * may not own the eSIM, whose hash opens its page. The address in `esims` is the buyer's, even for
 * a gift. Names and addresses of staff are personal data of staff.
 */
const ofOthers: { readonly [table: string]: readonly string[] } = {
  top_ups: ['esim_hash', ...purchasePrice],
  supplier_orders: ['iccid', ...purchasePrice],
  esims: ['email'],
  audit: ['staff_subject', 'staff_name'],
  invoice_notes: ['staff_name'],
  refunds: ['actor'],
}
/**
 * Columns to hide in rows of other people's orders, by table. These rows belong to gifts, and to
 * purchases that earned a reward. The id of an order opens its page.
 */
const ofOtherOrders: { readonly [table: string]: readonly string[] } = {
  invoice_lines: ['invoice_id', 'amount_minor', 'reward_base'],
  esims: ['invoice_id'],
  reviews: ['invoice_id'],
  referrer_transactions: ['invoice_id'],
  outbox: ['invoice_id'],
}

const row = z.record(z.string(), z.unknown())

/** Stored rows by table, without empty tables. */
export type PersonData = { readonly [table: string]: readonly z.output<typeof row>[] }

/** Returns all rows about a person, from one snapshot of the database. */
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
        withoutColumns(each, ownOrders.has(each['invoice_id']) ? hidden : hiddenOfOthers),
      ),
    ] as const
  })
  return Object.fromEntries(shown.filter(([, rows]) => rows.length > 0))
}

function withoutColumns(
  stored: z.output<typeof row>,
  hidden: readonly string[],
): z.output<typeof row> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !hidden.includes(name)))
}
