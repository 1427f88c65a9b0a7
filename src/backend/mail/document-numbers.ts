import type { Money } from '../../domain/money.ts'
import { formatReceiptNumber } from '../../domain/receipt-number.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { Letter, LetterPart } from './letter.ts'

type Table = Extract<LetterPart, { kind: 'table' }>
type TableRow = Table['rows'][number]
type StoredNumber = { readonly prefix: string | null; readonly number: number | null }
type Numbers = {
  readonly receipt: readonly TableRow[]
  readonly corrections: readonly TableRow[]
  /** The amount that was returned to the customer. Null for an order that was deleted. */
  readonly refunded: Money | null
}

/**
 * Adds the numbers of the receipt and of its credit notes to the tables of a letter, after the
 * number of the order. Its link to these documents names those that exist.
 * @param writtenAt the time at which the letter was written. Later credit notes are about other
 *   refunds
 */
export async function addDocumentNumbers(
  db: D1Database,
  letter: Letter,
  writtenAt: string,
): Promise<Letter> {
  const table = letter.parts.find(isOfReceipt)
  if (!table) return letter
  const numbers = await readNumbers(db, table, writtenAt, letter.locale)
  const parts = letter.parts.flatMap((part): LetterPart[] => {
    if (part === table) {
      const rows = table.rows.toSpliced(1, 0, ...numbers.receipt, ...numbers.corrections)
      return [{ ...table, rows, total: totalOf(table, numbers.refunded, letter.locale) }]
    }
    if (part.kind !== 'link' || part.documentsOf === undefined) return [part]
    if (numbers.receipt.length === 0) return []
    const label = wordsOf(letter.locale)('mail.creditNoteDocument')
    return [numbers.corrections.length === 0 ? part : { ...part, label }]
  })
  return { ...letter, parts }
}

/** The money may have come back to the shop since the letter was written. */
function totalOf({ total, isRefundedTotal }: Table, refunded: Money | null, locale: Locale) {
  const isKnown = isRefundedTotal === true && refunded !== null && refunded.minor > 0
  return isKnown && total ? { ...total, value: formatMoney(locale, refunded) } : total
}

function isOfReceipt(part: LetterPart): part is Table & { readonly receiptOf: string } {
  return part.kind === 'table' && part.receiptOf !== undefined
}

/** Returns no row for an order without a receipt, or that was deleted. */
async function readNumbers(
  db: D1Database,
  {
    receiptOf: invoiceID,
    creditNotesFrom,
    creditNotesUntil,
    cancellationsFrom,
  }: Table & { readonly receiptOf: string },
  writtenAt: string,
  locale: Letter['locale'],
): Promise<Numbers> {
  const words = wordsOf(locale)
  const until = creditNotesUntil ?? writtenAt
  const [receipts, creditNotes, cancellations, refunds] = await runBatch(db, [
    prepareQuery<StoredNumber>(db, receiptSql, invoiceID),
    prepareQuery<StoredNumber>(db, creditNotesSql, invoiceID, creditNotesFrom ?? null, until),
    prepareQuery<StoredNumber>(
      db,
      cancellationsSql,
      invoiceID,
      cancellationsFrom ?? null,
      writtenAt,
    ),
    prepareQuery<Money>(db, refundedSql, invoiceID),
  ])
  const rowsOf = (label: string, numbers: readonly StoredNumber[]) =>
    numbers.flatMap((each) => {
      const value = formatReceiptNumber(each)
      return value === null ? [] : [{ label, value }]
    })
  return {
    refunded: refunds.results[0] ?? null,
    receipt: rowsOf(words('receipt.number'), receipts.results),
    corrections: [
      ...rowsOf(words('mail.creditNote'), creditNotes.results),
      ...rowsOf(words('mail.cancellation'), cancellations.results),
    ],
  }
}

const receiptSql =
  'SELECT receipt_prefix AS prefix, receipt_number AS number FROM invoices WHERE id = ?'

const refundedSql = `SELECT c.back_minor AS minor, i.currency
  FROM invoice_credits c JOIN invoices i ON i.id = ?1 WHERE c.invoice_id = ?1`

/** SQL: the credit notes of an order from ?2 to ?3, except those that were cancelled completely. */
const creditNotesSql = `SELECT n.prefix, n.number FROM credit_notes n
  WHERE n.invoice_id = ?1 AND n.issued_at BETWEEN ?2 AND ?3 AND n.cancels IS NULL
    AND n.amount_minor > (SELECT coalesce(-sum(c.amount_minor), 0) FROM credit_notes c
      WHERE c.invoice_id = ?1 AND c.cancels = n.number)
  ORDER BY n.number`

/** SQL: the documents from ?2 to ?3 that cancel credit notes of an order. */
const cancellationsSql = `SELECT prefix, number FROM credit_notes
  WHERE invoice_id = ?1 AND issued_at BETWEEN ?2 AND ?3 AND cancels IS NOT NULL ORDER BY number`
