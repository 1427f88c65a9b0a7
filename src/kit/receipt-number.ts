import type { Money } from './money.shared.ts'

/**
 * Valid values of RECEIPT_PREFIX and CREDIT_NOTE_PREFIX. A prefix does not end with a digit, so two
 * documents with different prefixes never look the same.
 */
export const receiptPrefixPattern = /^(?:[\p{Lu}\d./-]{0,11}[\p{Lu}./-])?$/u

/** The parts of the number of a receipt or credit note: `A-` and 42. */
type ReceiptNumber = {
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

/** Returns the VAT in an amount that includes it. A percentage has at most two decimals. */
export function vatIn({ minor, currency }: Money, percent: number): Money {
  const hundredths = Math.round(percent * 100)
  return { minor: Math.round((minor * hundredths) / (10_000 + hundredths)), currency }
}

/**
 * Returns the VAT in a change of the price that an order keeps, with the sign of the change: the
 * VAT in the price after it, less the VAT in the price before it. This is cumulative rounding: the
 * parts of a price have exactly the VAT of the price. If each were rounded separately, their sum
 * could be a cent different.
 *
 * A refund reduces the taxable amount (Directive 2006/112/EC, Article 90(1)), so the VAT that is
 * left is the one in the price that is left. EU law has no rule for rounding (CJEU, C-484/06).
 */
export function vatInChange(before: Money, change: number, percent: number): Money {
  const after = vatIn({ ...before, minor: before.minor + change }, percent)
  return { ...after, minor: after.minor - vatIn(before, percent).minor }
}

/** SQL: like `vatInChange`. NULL if the order states no VAT. */
export function vatInChangeSql(before: string, change: string, hundredths: string): string {
  return `(${vatInSql(`(${before} + ${change})`, hundredths)} - ${vatInSql(before, hundredths)})`
}

/** SQL: the VAT in an amount, like `vatIn`. NULL if the order states no VAT. */
function vatInSql(minor: string, hundredths: string): string {
  return `CAST(round(${minor} * ${hundredths} * 1.0 / (10000 + ${hundredths})) AS INTEGER)`
}
