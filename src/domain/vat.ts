import type { Money } from './money.ts'

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
