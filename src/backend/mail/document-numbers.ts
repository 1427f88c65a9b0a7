import { formatReceiptNumber } from '../../domain/receipt-number.ts'
import { wordsOf } from '../../locale/words.ts'
import type { Letter, LetterPart } from './letter.ts'

type Row = Extract<LetterPart, { kind: 'table' }>['rows'][number]

/** Adds the number of the receipt to the tables of a letter, after the number of the order. */
export async function addDocumentNumbers(db: D1Database, letter: Letter): Promise<Letter> {
  const parts = await Promise.all(
    letter.parts.map(async (part) => {
      if (part.kind !== 'table' || part.receiptOf === undefined) return part
      const numbers = await numbersOf(db, part.receiptOf, letter.locale)
      return { ...part, rows: part.rows.toSpliced(1, 0, ...numbers) }
    }),
  )
  return { ...letter, parts }
}

/** Returns no row for an order without a receipt, or that was deleted. */
async function numbersOf(
  db: D1Database,
  invoiceID: string,
  locale: Letter['locale'],
): Promise<Row[]> {
  const receipt = await db
    .prepare('SELECT receipt_prefix AS prefix, receipt_number AS number FROM invoices WHERE id = ?')
    .bind(invoiceID)
    .first<Parameters<typeof formatReceiptNumber>[0]>()
  const value = receipt && formatReceiptNumber(receipt)
  return value ? [{ label: wordsOf(locale)('receipt.number'), value }] : []
}
