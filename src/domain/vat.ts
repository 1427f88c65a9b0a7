import type { Money } from './money.ts'

/** Returns the VAT in an amount that includes it. A percentage has at most two decimals. */
export function vatIn({ minor, currency }: Money, percent: number): Money {
  const hundredths = Math.round(percent * 100)
  return { minor: Math.round((minor * hundredths) / (10_000 + hundredths)), currency }
}

/** SQL: the VAT in an amount, like `vatIn`. NULL if the order states no VAT. */
export function vatInSql(minor: string, hundredths: string): string {
  return `CAST(round(${minor} * ${hundredths} * 1.0 / (10000 + ${hundredths})) AS INTEGER)`
}
