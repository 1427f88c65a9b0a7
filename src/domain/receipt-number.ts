/**
 * Valid values of RECEIPT_PREFIX and CREDIT_NOTE_PREFIX. A prefix does not end with a digit, so two
 * documents with different prefixes never look the same.
 */
export const receiptPrefixPattern = /^(?:[\p{Lu}\d./-]{0,11}[\p{Lu}./-])?$/u

/** The parts of the number of a receipt or credit note: `A-` and 42. */
export type ReceiptNumber = {
  /** The prefix at the time of the document. Null: there was none. */
  readonly prefix: string | null
  /** Counts the receipts, or the credit notes, of the shop from 1. */
  readonly number: number
}

/** Returns the number as customers see it, such as `A-42`, or null before the payment. */
export function formatReceiptNumber({
  prefix,
  number,
}: {
  readonly prefix: string | null
  readonly number: number | null
}): string | null {
  return number === null ? null : `${prefix ?? ''}${number}`
}

/** A character without a width that prevents a line break. */
export const wordJoiner = '\u2060'

/** Reads a number in upper or lower case, also as the receipt shows it. Null for another text. */
export function parseReceiptNumber(text: string): ReceiptNumber | null {
  const plain = text.toUpperCase().replaceAll(wordJoiner, '')
  const [, prefix = '', digits = ''] = /^(.*?)([1-9]\d{0,14})$/u.exec(plain) ?? []
  if (digits === '' || !receiptPrefixPattern.test(prefix)) return null
  return { prefix: prefix === '' ? null : prefix, number: Number(digits) }
}
