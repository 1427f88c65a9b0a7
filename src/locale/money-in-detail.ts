import { formatMoney } from './formats.ts'
import type { Locale } from './locales.ts'

/**
 * The detail of an alert with its amounts as money. Details are written in SQL, which does not know
 * the digits of a currency.
 */
export function moneyInDetail(locale: Locale, detail: string): string {
  return detail
    .replace(
      /(\d+) minor units of ([A-Z]{3})(?: at )?/g,
      (_, minor: string, currency: string) =>
        `${formatMoney(locale, { minor: Number(minor), currency })} `,
    )
    .trim()
}
