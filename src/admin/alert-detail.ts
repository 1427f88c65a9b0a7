import { formatMoney } from '../locale/formats.ts'
import type { Locale } from '../locale/locales.ts'

/** Details are written in SQL, which does not know the digits of a currency. */
export function alertDetail(locale: Locale, detail: string): string {
  return detail.replace(/(\d+) minor units of ([A-Z]{3})/g, (_, minor: string, currency: string) =>
    formatMoney(locale, { minor: Number(minor), currency }),
  )
}
