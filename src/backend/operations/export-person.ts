import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { personTables } from './person.ts'
import type { Person } from './person.ts'

/** Hashes and keys of the shop, which say nothing about the person. */
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
  const found = tables.map(([table], index) => {
    const rows = z.array(row).parse(answers[index]?.results ?? [])
    const hidden = [...withoutMeaning, ...(ofOthers[table] ?? [])]
    return [table, rows.map((each) => without(each, hidden))] as const
  })
  return Object.fromEntries(found.filter(([, rows]) => rows.length > 0))
}

function without(stored: z.output<typeof row>, hidden: readonly string[]): z.output<typeof row> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !hidden.includes(name)))
}
