import { boundsOf, type CalendarMonth } from '../kit/time.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { compareText } from '../kit/text.shared.ts'
import { formatReceiptNumber, vatIn } from '../kit/receipt-number.ts'
import type { DatabaseContext } from '../context.ts'
import { creditNoteColumns, toCreditNote, type CreditNoteRow } from '../orders/read-credit-notes.ts'
import { creditedBefore } from './undocumented-money.ts'

/** A receipt, a credit note, or a document that cancels a credit note. */
export type IssuedDocument = {
  readonly at: string
  readonly kind: 'receipt' | 'credit-note' | 'cancellation'
  readonly number: string
  /** The number of the receipt that it corrects. Null for a receipt. */
  readonly receipt: string | null
  /** The number of the credit note that it cancels, or null. */
  readonly cancels: string | null
  readonly invoiceID: string
  /** Negative for a credit note. */
  readonly amount: Money
  /** Null if the order states no VAT. */
  readonly vatPercent: number | null
  /** The VAT in the amount, with its sign. Null if the order states none. */
  readonly vat: Money | null
  /** The country that decided the rate. Null: unknown, or VAT_PERCENT decided. */
  readonly country: string | null
}

type ReceiptRow = {
  readonly invoiceID: string
  readonly paidAt: string
  readonly receiptPrefix: string | null
  readonly receiptNumber: number
  readonly amount_minor: number
  readonly currency: Currency
  readonly vat_hundredths: number | null
  readonly country: string | null
}
type NoteRow = CreditNoteRow & ReceiptRow & { readonly credited: number }

/** Rows of one query. D1 limits the time and the memory of a query. */
const pageSize = 5000

const receiptColumns = `i.id AS invoiceID, i.paid_at AS paidAt, i.receipt_prefix AS receiptPrefix,
  i.receipt_number AS receiptNumber, i.amount_minor, i.currency, i.vat_hundredths,
  coalesce(i.card_country, i.network_country) AS country`

const receiptsSql = `SELECT ${receiptColumns} FROM orders i INDEXED BY orders_by_payment
  WHERE i.paid_at >= ?1 AND i.paid_at < ?2 AND i.receipt_number > ?3
  ORDER BY i.receipt_number LIMIT ${pageSize}`

const notesSql = `SELECT ${creditNoteColumns}, ${receiptColumns},
    ${creditedBefore} AS credited
  FROM credit_notes n INDEXED BY credit_notes_by_time JOIN orders i ON i.id = n.order_id
  WHERE n.issued_at >= ?1 AND n.issued_at < ?2 AND n.number > ?3
  ORDER BY n.number LIMIT ${pageSize}`

/** Returns the receipts and credit notes that the shop issued in a month, oldest first. */
export async function monthDocuments(
  { db }: DatabaseContext,
  month: CalendarMonth,
): Promise<IssuedDocument[]> {
  const receipts = await readAll<ReceiptRow>(db, receiptsSql, month, (row) => row.receiptNumber)
  const notes = await readAll<NoteRow>(db, notesSql, month, (row) => row.number)
  const documents = [...receipts.map(receiptOf), ...notes.map(noteOf)]
  return documents.toSorted((one, other) => compareText(one.at, other.at))
}

/** Reads all rows of a month, in the order of the numbers of their documents. */
async function readAll<Row>(
  db: D1Database,
  sql: string,
  month: CalendarMonth,
  numberOf: (row: Row) => number,
): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const last = found.at(-1)
    const { results } = await db
      .prepare(sql)
      .bind(...boundsOf(month), last ? numberOf(last) : 0)
      .all<Row>()
    found.push(...results)
    if (results.length < pageSize) return found
  }
}

function numberOfReceipt({ receiptPrefix: prefix, receiptNumber: number }: ReceiptRow): string {
  return formatReceiptNumber({ prefix, number }) ?? ''
}

function percentOf({ vat_hundredths: hundredths }: ReceiptRow): number | null {
  return hundredths === null ? null : hundredths / 100
}

function receiptOf(row: ReceiptRow): IssuedDocument {
  const amount = { minor: row.amount_minor, currency: row.currency }
  const vatPercent = percentOf(row)
  return {
    at: row.paidAt,
    kind: 'receipt',
    number: numberOfReceipt(row),
    receipt: null,
    cancels: null,
    invoiceID: row.invoiceID,
    amount,
    vatPercent,
    vat: vatPercent === null ? null : vatIn(amount, vatPercent),
    country: row.country,
  }
}

function noteOf(row: NoteRow): IssuedDocument {
  const { number, cancels, amount, vat, issuedAt } = toCreditNote(row, row, row.credited)
  const signed = (money: Money) => (cancels === null ? { ...money, minor: -money.minor } : money)
  return {
    at: issuedAt,
    kind: cancels === null ? 'credit-note' : 'cancellation',
    number,
    receipt: numberOfReceipt(row),
    cancels,
    invoiceID: row.invoiceID,
    amount: signed(amount),
    vatPercent: percentOf(row),
    vat: vat && signed(vat),
    country: row.country,
  }
}
