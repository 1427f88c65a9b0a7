import type { Money } from '../../domain/money.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import type { LetterPart } from './letter.ts'

/** The plans that were paid for. */
export type Receipt = {
  /** The part of the order's id that customers may show to others. */
  readonly orderNumber: string
  /** ISO 8601; null when unknown. */
  readonly paidAt: string | null
  readonly lines: readonly { readonly plan: string; readonly amount: Money }[]
  readonly total: Money
  /** Addresses of friends who get gifts. */
  readonly recipients?: readonly string[]
  /** The day of the gifts, ISO 8601; null: at once. */
  readonly deliverOn?: string | null
}

/**
 * SQL: an order gets its receipt in its own email, because it has a gift, a top-up or several
 * plans. Other receipts are in the email with the eSIM. A line that replaced another does not
 * count.
 * @param invoice SQL for the order's id
 */
export function hasReceiptMail(invoice: string): string {
  return `EXISTS (SELECT 1 FROM invoice_lines bought WHERE bought.invoice_id = ${invoice}
    AND (bought.recipient IS NOT NULL OR bought.kind = 'top-up' OR bought.position > 1)
    AND NOT EXISTS (SELECT 1 FROM invoice_lines old
      WHERE old.invoice_id = bought.invoice_id AND old.replaced_by = bought.position))`
}

/** The receipt of an order as a table. The email's footer names the seller. */
export function receiptPart(locale: Locale, receipt: Receipt): LetterPart {
  const words = wordsOf(locale)
  const { orderNumber, paidAt, lines, total, recipients = [], deliverOn = null } = receipt
  return {
    kind: 'table',
    rows: [
      { label: words('mail.receiptOrder'), value: orderNumber },
      { label: words('mail.receiptDate'), value: formatDate(paidAt) },
      ...recipients.map((email) => ({ label: words('mail.receiptTo'), value: email })),
      ...(deliverOn === null
        ? []
        : [{ label: words('mail.receiptSentOn'), value: formatDate(deliverOn) }]),
      ...lines.map(({ plan, amount }) => ({ label: plan, value: formatMoney(locale, amount) })),
    ],
    total: { label: words('mail.receiptTotal'), value: formatMoney(locale, total) },
  }
}
