import type { Money } from '../kit/money.shared.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import { formatDate, formatMoney } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import type { LetterPart } from './letter.ts'
import { sql, type Sql } from '../kit/sql.ts'

/** The paid lines of an order, or of one eSIM. */
export type Receipt = {
  readonly invoiceID: string
  /** ISO 8601. Null when unknown. */
  readonly paidAt: string | null
  readonly lines: readonly { readonly plan: string; readonly amount: Money }[]
  readonly total: Money
  /** Addresses of the recipients of gifts. */
  readonly recipients?: readonly string[]
  /** The delivery date of the gifts, ISO 8601. Null for immediate delivery. */
  readonly deliverOn?: string | null
}

/**
 * SQL: an order gets its receipt in a separate email, because it has a gift, a top-up or several
 * plans. Other receipts are in the email with the eSIM. Replacement lines do not count.
 * @param order SQL for the order's id
 */
export function hasReceiptMail(order: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM order_lines bought WHERE bought.order_id = ${order}
    AND (bought.recipient IS NOT NULL OR bought.kind = 'top-up' OR bought.position > 1)
    AND NOT EXISTS (SELECT 1 FROM order_lines old
      WHERE old.order_id = bought.order_id AND old.replaced_by = bought.position))`
}

/** Returns a receipt as a table. The footer of the email contains the seller's name. */
export function receiptPart(locale: Locale, receipt: Receipt): LetterPart {
  const words = wordsOf(locale)
  const { invoiceID, paidAt, lines, total, recipients = [], deliverOn = null } = receipt
  return {
    kind: 'table',
    rows: [
      { label: words('mail.receiptOrder'), value: orderNumberOf(invoiceID) },
      { label: words('mail.receiptDate'), value: formatDate(paidAt) },
      ...recipients.map((email) => ({ label: words('mail.receiptTo'), value: email })),
      ...(deliverOn === null
        ? []
        : [{ label: words('mail.receiptSentOn'), value: formatDate(deliverOn) }]),
      ...lines.map(({ plan, amount }) => ({ label: plan, value: formatMoney(locale, amount) })),
    ],
    total: { label: words('mail.receiptTotal'), value: formatMoney(locale, total) },
    receiptOf: invoiceID,
  }
}
