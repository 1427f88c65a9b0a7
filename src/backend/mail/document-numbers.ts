import { formatReceiptNumber } from '../../domain/receipt-number.ts'
import { wordsOf } from '../../locale/words.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { Letter, LetterPart } from './letter.ts'

type TableRow = Extract<LetterPart, { kind: 'table' }>['rows'][number]
type ListedNumbers = {
  readonly invoiceID: string
  /** The table lists credit notes since this time. Null if it lists none. */
  readonly since: string | null
  readonly writtenAt: string
}
type StoredNumber = { readonly prefix: string | null; readonly number: number | null }

/**
 * Adds the numbers of the receipt and of the credit notes to the tables of a letter, after the
 * number of the order.
 * @param writtenAt the time at which the letter was written. Later credit notes are about other
 *   refunds
 */
export async function addDocumentNumbers(
  db: D1Database,
  letter: Letter,
  writtenAt: string,
): Promise<Letter> {
  const parts = await Promise.all(
    letter.parts.map(async (part) => {
      if (part.kind !== 'table' || part.receiptOf === undefined) return part
      const { receiptOf: invoiceID, creditNotesFrom: since = null } = part
      const numbers = await readNumbers(db, { invoiceID, since, writtenAt }, letter.locale)
      return { ...part, rows: part.rows.toSpliced(1, 0, ...numbers) }
    }),
  )
  return { ...letter, parts }
}

/** Returns no row for an order without a receipt, or that was deleted. */
async function readNumbers(
  db: D1Database,
  { invoiceID, since, writtenAt }: ListedNumbers,
  locale: Letter['locale'],
): Promise<TableRow[]> {
  const words = wordsOf(locale)
  const [receipts, creditNotes] = await runBatch(db, [
    prepareQuery<StoredNumber>(db, receiptSql, invoiceID),
    prepareQuery<StoredNumber>(db, creditNotesSql, invoiceID, since, writtenAt),
  ])
  const rowsOf = (label: string, numbers: readonly StoredNumber[]) =>
    numbers.flatMap((each) => {
      const value = formatReceiptNumber(each)
      return value === null ? [] : [{ label, value }]
    })
  return [
    ...rowsOf(words('receipt.number'), receipts.results),
    ...rowsOf(words('mail.creditNote'), creditNotes.results),
  ]
}

const receiptSql =
  'SELECT receipt_prefix AS prefix, receipt_number AS number FROM invoices WHERE id = ?'

/** SQL: the credit notes of an order from ?2 to ?3, except those that were cancelled completely. */
const creditNotesSql = `SELECT n.prefix, n.number FROM credit_notes n
  WHERE n.invoice_id = ?1 AND n.issued_at BETWEEN ?2 AND ?3 AND n.cancels IS NULL
    AND n.amount_minor > (SELECT coalesce(-sum(c.amount_minor), 0) FROM credit_notes c
      WHERE c.invoice_id = ?1 AND c.cancels = n.number)
  ORDER BY n.number`
