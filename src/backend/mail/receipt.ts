import type { Money } from '../../domain/money.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import type { LetterPart } from './letter.ts'

/** What was paid for. */
export type Receipt = {
  /** The part of the order's id that customers may show to others. */
  readonly orderNumber: string
  /** ISO 8601; null when unknown. */
  readonly paidAt: string | null
  readonly lines: readonly { readonly plan: string; readonly amount: Money }[]
  readonly total: Money
}

/** The receipt of an order as a table. The seller is in the mail's footer. */
export function receiptPart(locale: Locale, receipt: Receipt): LetterPart {
  const words = wordsOf(locale)
  const { orderNumber, paidAt, lines, total } = receipt
  return {
    kind: 'table',
    rows: [
      { label: words('mail.receiptOrder'), value: orderNumber },
      { label: words('mail.receiptDate'), value: formatDate(paidAt) },
      ...lines.map(({ plan, amount }) => ({ label: plan, value: formatMoney(locale, amount) })),
    ],
    total: { label: words('payment.paid'), value: formatMoney(locale, total) },
  }
}
