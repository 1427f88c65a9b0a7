import type { Market } from '../../domain/activation-window.ts'
import type { Currency } from '../../domain/money.ts'
import type { Locale } from '../../locale/locales.ts'
import { tariffColumns, tariffJoins } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { isReplacement } from '../esims/esim-rows.ts'
import { hasReceiptMail } from '../mail/receipt.ts'
import { dayOf, isDue, isWaiting } from './waiting-lines.ts'

export type WaitingLine = TariffRow & {
  position: number
  email: string
  lang: Locale
  market: Market
  recipient: string | null
  message: string | null
  amount_minor: number
  currency: Currency
  paid_at: string | null
  /** The number of lines whose eSIMs are for the buyer. */
  own_lines: number
  /** The number of the line on the order's page, and the number of its lines. */
  number: number
  lines: number
  has_receipt_mail: number
  is_replacement: number
}

/**
 * Returns the due lines of a paid invoice that still wait, with plans in the language of the order.
 */
export async function readWaitingLines(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  invoiceID: string,
): Promise<WaitingLine[]> {
  const order = await db
    .prepare(`SELECT lang FROM invoices
      WHERE id = ? AND status = 'paid' AND frozen_at IS NULL`)
    .bind(invoiceID)
    .first<{ lang: Locale }>()
  if (!order) return []
  const { results } = await db
    .prepare(
      `SELECT ${tariffColumns(order.lang)}, 1 AS in_stock, l.position, l.recipient, l.message,
        l.amount_minor, i.currency, i.paid_at, i.email, i.lang,
        (SELECT count(*) FROM invoice_lines own WHERE own.invoice_id = i.id
          AND own.recipient IS NULL AND own.replaced_by IS NULL) AS own_lines,
        (SELECT count(*) FROM invoice_lines before WHERE before.invoice_id = i.id
          AND before.replaced_by IS NULL AND before.position <= l.position) AS number,
        (SELECT count(*) FROM invoice_lines shown WHERE shown.invoice_id = i.id
          AND shown.replaced_by IS NULL) AS lines,
        ${hasReceiptMail('i.id')} AS has_receipt_mail, ${isReplacement} AS is_replacement
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
      JOIN tariffs t ON t.id = l.tariff_id ${tariffJoins}
      WHERE i.id = ? AND ${isWaiting} AND ${isDue} ORDER BY l.position`,
    )
    .bind(invoiceID, dayOf(now))
    .all<WaitingLine>()
  return results
}
