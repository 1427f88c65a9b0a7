import { refundMails, type Report } from './refund-mails.ts'
import type { OrderMailContext } from './order-mails.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import { formatMoney } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import type { ShopContext } from '../context.ts'
import { writeLetter } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import { hasReceiptMail, receiptPart, type Receipt } from '../messages/receipt.ts'
import { lineColumns, lineJoins, lineName, type NamedLineRow } from './lines.ts'
import { raw, readRow, readRows, sql } from '../kit/sql.ts'

/**
 * Statements that email the customer after facts of an order: its receipt, its refund, or money
 * that came back to the shop. Run them after the statements of `settleOrder`, with the same time.
 * @param report the facts that the batch adds, or null if the ledger had all of them
 */
export async function factMails(
  context: OrderMailContext,
  invoiceID: string,
  report: Report | null,
): Promise<readonly D1PreparedStatement[]> {
  const [receipt, refunds] = await Promise.all([
    receiptMail(context, invoiceID),
    refundMails(context, invoiceID, report),
  ])
  return [receipt, ...refunds]
}

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
async function receiptMail(context: ShopContext, invoiceID: string) {
  const { db, now } = context
  const { message, condition } = await writeReceipt(context, invoiceID)
  return insertMessage(
    db,
    { ...message, dedupeKey: invoiceID },
    sql`EXISTS (SELECT 1 FROM orders paid WHERE paid.id = ${invoiceID} AND paid.paid_at = ${now})
      AND ${hasReceiptMail(sql`${invoiceID}`)} AND ${condition}`,
  )
}

/** Emails the receipt of a paid order of any kind again. */
export async function receiptCopy(
  context: ShopContext,
  invoiceID: string,
  dedupeKey: string,
): Promise<D1PreparedStatement> {
  const { message, condition } = await writeReceipt(context, invoiceID)
  return insertMessage(context.db, { ...message, dedupeKey }, condition)
}

async function writeReceipt({ db, config, now }: ShopContext, invoiceID: string) {
  const { locale, receipt, refunded } = await readReceipt(db, invoiceID, now)
  const words = wordsOf(locale)
  const subject = words('mail.receiptSubject', { order: orderNumberOf(invoiceID) })
  const urlOf = (page: 'paymentSuccess' | 'paymentReceipt') =>
    config.SITE_ORIGIN + href(locale, page, null, { invoiceID })
  const hasGift = receipt.recipients.length > 0
  const letter = writeLetter({
    locale,
    heading: words('mail.receiptHeading'),
    parts: [
      { kind: 'text', text: words(hasGift ? 'mail.giftReceipt' : 'mail.receiptText') },
      receiptPart(locale, receipt),
      ...(refunded.minor > 0
        ? [
            {
              kind: 'text',
              text: words('payment.refundedPart', moneyIn(locale, refunded)),
            } as const,
          ]
        : []),
      { kind: 'button', label: words('mail.order'), url: urlOf('paymentSuccess') },
      { kind: 'link', label: words('mail.receiptDocument'), url: urlOf('paymentReceipt') },
    ],
  })
  const mail = { kind: 'mail', purpose: 'receipt', invoiceID } as const
  const recipient = { buyerOf: invoiceID }
  return {
    message: { ...mail, recipient, subject, ...letter, createdAt: now },
    condition: hasRecipients(invoiceID, receipt.recipients),
  }
}

/** A recipient of a gift, whose address the receipt contains, can be erased after it was read. */
function hasRecipients(invoiceID: string, recipients: readonly string[]) {
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(recipients)})
    WHERE value NOT IN (
      SELECT coalesce(recipient, '') FROM order_lines WHERE order_id = ${invoiceID}))`
}

function moneyIn(locale: Locale, amount: Money) {
  return { amount: formatMoney(locale, amount) }
}

type PaidOrder = {
  readonly lang: Locale
  readonly currency: Currency
  readonly amount_minor: number
  readonly paid_at: string | null
  readonly refunded_minor: number
}

async function readReceipt(db: D1Database, invoiceID: string, now: Date) {
  const order = await readRow<PaidOrder>(db)`SELECT i.lang, i.currency, i.amount_minor, i.paid_at,
      s.back_minor AS refunded_minor
    FROM orders i JOIN order_states s ON s.order_id = ${invoiceID} WHERE i.id = ${invoiceID}`
  if (!order) throw new Error(`The order to email about is not in the database`)
  const { lang: locale, currency, amount_minor: minor } = order
  const results = await readRows<PaidLine>(db)`SELECT ${raw(lineColumns(locale))}, l.amount_minor,
      l.recipient, l.deliver_on
    FROM order_lines l ${raw(lineJoins)}
    WHERE l.order_id = ${invoiceID} AND l.replaced_by IS NULL ORDER BY l.position`
  const recipients = [...new Set(results.flatMap(({ recipient }) => recipient ?? []))]
  const lines = results.map((line) => ({
    plan: lineName(locale, line),
    amount: { minor: line.amount_minor, currency },
  }))
  const receipt = {
    invoiceID,
    paidAt: order.paid_at ?? now.toISOString(),
    lines: [...lines, ...differenceOf(locale, lines, { minor, currency })],
    total: { minor, currency },
    recipients,
    deliverOn: results.find(({ deliver_on: day }) => day !== null)?.deliver_on ?? null,
  }
  return { locale, receipt, refunded: { minor: order.refunded_minor, currency } }
}

/**
 * Returns the rest of the price after an exchange as a line, so that the lines add up to the price.
 */
function differenceOf(locale: Locale, lines: Receipt['lines'], total: Money): Receipt['lines'] {
  const minor = lines.reduce((left, { amount }) => left - amount.minor, total.minor)
  if (minor === 0) return []
  const plan = wordsOf(locale)('mail.receiptDifference')
  return [{ plan, amount: { ...total, minor } }]
}
