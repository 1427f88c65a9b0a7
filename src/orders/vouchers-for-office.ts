import { defineStaffAction } from '../api/perform-action.ts'
import type { BackendContext, DatabaseContext } from '../context.ts'
import { voucherProvider } from '../payments/payment-provider.ts'
import { sha256Hex } from '../kit/crypto.ts'
import { decimalOf, type Currency, type Money } from '../kit/money.shared.ts'
import { ok } from '../kit/result.shared.ts'
import { prepare, raw, readRow, readRows, sql, type Sql } from '../kit/sql.ts'
import { isUnpaid } from './lines.ts'
import { canonicalVoucher, hashOfCode, voucherCode } from './vouchers.ts'

/** Vouchers that staff issue at once. */
export const mostIssued = 1000
/** Maximum length of the note about a batch, in characters. */
export const maxVoucherNote = 100

type VoucherBatch = {
  readonly count: number
  /** Of each voucher, in minor units. */
  readonly minor: number
  readonly currency: Currency
  readonly endsAt: Date | null
  readonly note: string
}

/** Returns the id of the batch that a form issues, so that a repeated form issues the same one. */
export async function batchOf(idempotencyKey: string): Promise<string> {
  return (await sha256Hex(`batch ${idempotencyKey}`)).slice(0, 16)
}

/** Issues vouchers of an amount once. */
export const issueVouchers = defineStaffAction<VoucherBatch & { readonly batch: string }>({
  action: 'issue-vouchers',
  subject: ({ batch }) => ({ kind: 'voucher', id: batch }),
  async plan({ context: { db, config, now }, input }) {
    const { batch, count, minor, currency, endsAt, note } = input
    const ids = Array.from({ length: count }, (_, index) => `${batch}-${index + 1}`)
    const vouchers = await Promise.all(
      ids.map(async (id) => {
        const code = await voucherCode(config, id)
        return { id, hash: await hashOfCode(code), ending: code.slice(-4) }
      }),
    )
    return ok({
      details: {
        count,
        amount: minor,
        currency,
        endsAt: endsAt?.toISOString() ?? null,
      },
      effects: () => [
        prepare(db)`INSERT INTO vouchers
            (id, code_hash, ending, amount_minor, currency, note, created_at, expires_at)
          SELECT value ->> 'id', value ->> 'hash', value ->> 'ending', ${minor}, ${currency},
            ${note}, ${now}, ${endsAt?.toISOString() ?? null}
          FROM json_each(${JSON.stringify(vouchers)})`,
      ],
    })
  },
})

/** Makes a voucher worthless. Orders that have reserved its money still get it. */
export const withdrawVoucher = defineStaffAction<{ readonly id: string; readonly reason: string }>({
  action: 'withdraw-voucher',
  subject: ({ id }) => ({ kind: 'voucher', id }),
  plan: async ({ context: { db, now }, input: { id, reason } }) =>
    ok({
      details: { reason },
      effects: () => [
        prepare(db)`UPDATE vouchers SET withdrawn_at = ${now}
          WHERE id = ${id} AND withdrawn_at IS NULL`,
      ],
    }),
})

export type ListedVoucher = {
  readonly id: string
  /** The code is derived from the id. After a change of CODE_PEPPER it has another hash. */
  readonly hash: string
  readonly ending: string
  readonly amount: Money
  /** The amount that no paid order has taken. */
  readonly left: Money
  /** The part of it that unpaid orders have reserved. */
  readonly reserved: Money
  readonly note: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly withdrawnAt: string | null
}

type ListedVoucherRow = Pick<
  ListedVoucher,
  'id' | 'hash' | 'ending' | 'note' | 'createdAt' | 'expiresAt' | 'withdrawnAt'
> & {
  readonly minor: number
  readonly paid: number
  readonly held: number
  readonly currency: Currency
}

const columns = sql`id, code_hash AS hash, ending, note, created_at AS createdAt, expires_at AS expiresAt,
  withdrawn_at AS withdrawnAt, amount_minor AS minor, paid_minor AS paid, reserved_minor AS held,
  currency`

function toListed({ minor, paid, held, currency, ...row }: ListedVoucherRow): ListedVoucher {
  return {
    ...row,
    amount: { minor, currency },
    left: { minor: minor - paid, currency },
    reserved: { minor: held, currency },
  }
}

/** Vouchers on a page. */
const mostListed = 200

/** Returns the newest vouchers with a code, the end of a code, or the start of a note. */
export async function listVouchers({ db }: DatabaseContext, query: string) {
  const rows = await readRows<ListedVoucherRow>(db)`SELECT ${columns} FROM voucher_states
    WHERE ${await isFound(query)} ORDER BY created_at DESC, id LIMIT ${raw(mostListed)}`
  return rows.map(toListed)
}

async function isFound(query: string): Promise<Sql> {
  if (query === '') return sql`TRUE`
  const code = canonicalVoucher(query)
  if (code !== null) return sql`code_hash = ${await hashOfCode(code)}`
  return sql`(ending = ${query.toUpperCase()} OR substr(note, 1, ${query.length}) = ${query})`
}

/** Returns a voucher with what is left of it, or null. */
export async function findListedVoucher({ db }: DatabaseContext, id: string) {
  const row = await readRow<ListedVoucherRow>(
    db,
  )`SELECT ${columns} FROM voucher_states WHERE id = ${id}`
  return row && toListed(row)
}

/** What an order did with a voucher. */
export type VoucherMovement = {
  readonly at: string
  readonly kind: 'charged' | 'refunded' | 'reserved'
  readonly invoiceID: string
  readonly minor: number
}

/** Returns the uses and returns of a voucher, and the unpaid orders that reserve it, newest first. */
export async function voucherMovements(
  { db }: DatabaseContext,
  id: string,
): Promise<VoucherMovement[]> {
  return readRows<VoucherMovement>(db)`SELECT received_at AS at, kind, order_id AS invoiceID,
      amount_minor AS minor
    FROM payment_facts INDEXED BY payment_facts_by_reference
    WHERE provider = ${voucherProvider} AND reference = ${id}
    UNION ALL SELECT created_at, 'reserved', id, voucher_minor FROM orders
    WHERE voucher_id = ${id} AND ${raw(isUnpaid)} ORDER BY at DESC LIMIT 100`
}

/** Returns the code of a voucher, or null if CODE_PEPPER has changed since it was issued. */
export async function knownCode(
  config: BackendContext['config'],
  { id, hash }: Pick<ListedVoucher, 'id' | 'hash'>,
): Promise<string | null> {
  const code = await voucherCode(config, id)
  return (await hashOfCode(code)) === hash ? code : null
}

/** The batch of a voucher. */
export function batchOfVoucher(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}

/** Returns the rows of a file with the codes of a batch. */
export async function voucherRows(
  { db, config }: Pick<BackendContext, 'db' | 'config'>,
  batch: string,
) {
  const first = `${batch}-`
  const rows = await readRows<ListedVoucherRow>(db)`SELECT ${columns} FROM voucher_states
    WHERE id >= ${first} AND id < ${`${first}~`} ORDER BY length(id), id`
  return Promise.all(
    rows.map(async ({ id, hash, minor, currency, expiresAt }) => ({
      code: await knownCode(config, { id, hash }),
      decimal: decimalOf({ minor, currency }),
      currency,
      expiresAt,
    })),
  )
}
