import type { Currency } from '../../domain/money.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { wordsOf } from '../../locale/words.ts'
import { invoiceSubject } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'
import { writeLetter } from '../mail/letter-text.ts'
import { insertMessage } from '../mail/outbox.ts'
import { hasReceiptMail, receiptPart } from '../mail/receipt.ts'
import { lineColumns, lineJoins, lineName } from './line-names.ts'
import type { NamedLineRow } from './line-names.ts'

type ReceiptContext = Pick<BackendContext, 'db' | 'config' | 'now'>
type PaidLine = NamedLineRow & {
  amount_minor: number
  recipient: string | null
  deliver_on: string | null
}

/**
 * Emails the buyer once the receipt of an order with several plans, a gift or a top-up. Other
 * orders have their receipt in the email with the eSIM. It inserts nothing unless the order became
 * paid at `now`, because the messages of older orders may have been deleted.
 */
export async function receiptMail(
  { db, config, now }: ReceiptContext,
  invoiceID: string,
): Promise<D1PreparedStatement> {
  const { email: recipient, locale, receipt, hasGift } = await readReceipt(db, invoiceID, now)
  const words = wordsOf(locale)
  const subject = words('mail.receiptSubject', { order: receipt.orderNumber })
  const url = config.SITE_ORIGIN + href(locale, 'paymentSuccess', null, { invoiceID })
  const letter = writeLetter({
    locale,
    heading: words('mail.receiptHeading'),
    parts: [
      { kind: 'text', text: words(hasGift ? 'mail.giftReceipt' : 'mail.receiptText') },
      receiptPart(locale, receipt),
      { kind: 'button', label: words('mail.order'), url },
    ],
  })
  const mail = { kind: 'mail', purpose: 'receipt', dedupeKey: invoiceID, invoiceID } as const
  return insertMessage(
    db,
    { ...mail, recipient, subject, ...letter, createdAt: now },
    {
      sql: `EXISTS (SELECT 1 FROM invoices paid WHERE paid.id = ? AND paid.paid_at = ?)
        AND ${hasReceiptMail('?')}`,
      params: [invoiceID, now.toISOString(), invoiceID],
    },
  )
}

async function readReceipt(db: D1Database, invoiceID: string, now: Date) {
  const order = await db
    .prepare('SELECT email, lang, currency, amount_minor, paid_at FROM invoices WHERE id = ?')
    .bind(invoiceID)
    .first<{
      email: string
      lang: Locale
      currency: Currency
      amount_minor: number
      paid_at: string | null
    }>()
  if (!order) throw new Error(`The order to email about is not in the database`)
  const { email, lang: locale, currency, amount_minor: minor } = order
  const { results } = await db
    .prepare(
      `SELECT ${lineColumns(locale)}, 1 AS in_stock, l.amount_minor, l.recipient, l.deliver_on
      FROM invoice_lines l ${lineJoins}
      WHERE l.invoice_id = ? ORDER BY l.position`,
    )
    .bind(invoiceID)
    .all<PaidLine>()
  const recipients = [...new Set(results.flatMap(({ recipient }) => recipient ?? []))]
  const receipt = {
    orderNumber: invoiceSubject.of(invoiceID),
    paidAt: order.paid_at ?? now.toISOString(),
    lines: results.map((line) => ({
      plan: lineName(locale, line),
      amount: { minor: line.amount_minor, currency },
    })),
    total: { minor, currency },
    recipients,
    deliverOn: results.find(({ deliver_on: day }) => day !== null)?.deliver_on ?? null,
  }
  return { email, locale, receipt, hasGift: recipients.length > 0 }
}
