import type { CreditNote } from './operations.ts'
import type { Currency } from '../kit/money.shared.ts'
import { formatReceiptNumber, vatInChange } from '../kit/receipt-number.ts'
import { raw, sql, type Sql } from '../kit/sql.ts'

export type CreditNoteRow = {
  readonly number: number
  readonly prefix: string
  readonly minor: number
  readonly issuedAt: string
  readonly cancels: number | null
  readonly cancelledPrefix: string | null
}

/** The order whose receipt a credit note corrects. */
export type CreditedOrder = {
  readonly amount_minor: number
  readonly currency: Currency
  readonly vat_hundredths: number | null
}

/** SQL: the columns of a `CreditNoteRow`, from `credit_notes n`. */
export const creditNoteColumns = `n.number, n.prefix, n.amount_minor AS minor,
  n.issued_at AS issuedAt, n.cancels,
  (SELECT prefix FROM credit_notes WHERE number = n.cancels) AS cancelledPrefix`

/** SQL: the credit notes of an order, in the order of their numbers. */
export function creditNotesSql(invoiceID: string): Sql {
  return sql`SELECT ${raw(creditNoteColumns)} FROM credit_notes n
    WHERE n.order_id = ${invoiceID} ORDER BY n.number`
}

/** Returns all credit notes of an order from their rows, in the order of their numbers. */
export function toCreditNotes(rows: readonly CreditNoteRow[], order: CreditedOrder): CreditNote[] {
  let credited = 0
  return rows.map((row) => {
    const note = toCreditNote(row, order, credited)
    credited += row.minor
    return note
  })
}

/**
 * Returns a credit note. Its VAT is the difference that it makes.
 * @param credited the sum of the order's earlier credit notes, in minor units
 */
export function toCreditNote(
  { number, prefix, minor, issuedAt, cancels, cancelledPrefix }: CreditNoteRow,
  { amount_minor: price, currency, vat_hundredths: hundredths }: CreditedOrder,
  credited: number,
): CreditNote {
  const rest = { minor: price - credited, currency }
  const vat = hundredths === null ? null : vatInChange(rest, -minor, hundredths / 100)
  return {
    number: `${prefix}${number}`,
    cancels: formatReceiptNumber({ prefix: cancelledPrefix, number: cancels }),
    amount: { minor: Math.abs(minor), currency },
    vat: vat && { ...vat, minor: Math.abs(vat.minor) },
    issuedAt,
  }
}
