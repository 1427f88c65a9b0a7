import { formatDate, formatMoney } from '../words/formats.shared.ts'
import { isSoldOut, isToppedUp, lineColumns, lineJoins, lineName } from './lines.ts'
import type { NamedLineRow } from './lines.ts'
import { hourMs, isoAfter } from '../kit/time.shared.ts'
import type { Currency } from '../kit/money.shared.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { wordsOf, type Words } from '../words/words.shared.ts'
import type { ShopContext } from '../context.ts'
import { writeLetter, type LetterPart } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import { raw, readRow, readRows, sql, type Sql } from '../kit/sql.ts'

/** Emails the customer that a paid line cannot be delivered now, and when it will be refunded. */
export async function soldOutMail(
  context: OrderMailContext,
  invoiceID: string,
  position: number,
): Promise<D1PreparedStatement> {
  const hours = context.config.AUTO_REFUND_HOURS
  const date = formatDate(isoAfter(context.now, hours * hourMs))
  return writeOrderMail(context, invoiceID, {
    purpose: 'sold-out',
    dedupeKey: `${invoiceID}:${position}`,
    lines: sql`l.position = ${position}`,
    when: sql`l.position = ${position} AND s.is_deliverable = 1 AND l.is_waiting AND ${raw(isSoldOut)}`,
    subject: (words, { plans: plan }) => words('mail.soldOutSubject', { plan }),
    text: (words, { plans: plan, isTopUp }) => [
      words(isTopUp ? 'mail.topUpLate' : 'mail.soldOut', { plan, date }),
    ],
  })
}

/** Emails the customer once that the data of a top-up was added. */
export async function topUpMail(
  context: OrderMailContext,
  invoiceID: string,
  position: number,
): Promise<D1PreparedStatement> {
  return writeOrderMail(context, invoiceID, {
    purpose: 'top-up',
    dedupeKey: `${invoiceID}:${position}`,
    lines: sql`l.position = ${position}`,
    when: sql`l.position = ${position} AND s.status NOT IN ('refunded', 'lost') AND ${raw(isToppedUp)}
      AND NOT l.is_returned`,
    subject: (words) => words('mail.topUpSubject'),
    text: (words, { plans }) => [words('mail.topUp'), plans],
  })
}

/**
 * Emails the customer once that the shop is checking a paid line manually.
 * @param since the time when the shop ordered the line from its supplier
 */
export async function delayMail(
  context: OrderMailContext,
  { invoiceID, position }: { readonly invoiceID: string; readonly position: number },
  since: Date,
): Promise<D1PreparedStatement> {
  const hours = context.config.AUTO_REFUND_HOURS
  const date = formatDate(isoAfter(since, hours * hourMs))
  return writeOrderMail(context, invoiceID, {
    purpose: 'delayed',
    dedupeKey: `${invoiceID}:${position}`,
    lines: sql`l.position = ${position}`,
    when: sql`l.position = ${position} AND s.is_deliverable = 1 AND l.is_waiting`,
    subject: (words, { plans: plan }) => words('mail.delayedSubject', { plan }),
    text: (words, { plans: plan }) => [words('mail.delayed', { plan, date })],
  })
}

export type OrderMailContext = ShopContext

export type OrderMail = {
  readonly purpose: 'refund' | 'sold-out' | 'delayed' | 'top-up'
  readonly dedupeKey: string | Sql
  /** SQL condition over `order_lines l` that selects the lines in the email. */
  readonly lines: Sql
  /** SQL condition over `order_states s JOIN line_states l` for sending the email. */
  readonly when: Sql
  /** Another SQL condition. D1 limits how deep conditions are nested. */
  readonly also?: Sql
  readonly subject: (words: Words, about: OrderedLines) => string
  readonly text: (words: Words, about: OrderedLines) => string[]
  /** A table with the numbers of the order and of its documents. None by default. */
  readonly table?: RefundTable
}
export type RefundTable = {
  /** The table ends with the total that was returned to the customer. */
  readonly hasTotal: boolean
} & Pick<
  Extract<LetterPart, { kind: 'table' }>,
  'creditNotesFrom' | 'creditNotesUntil' | 'cancellationsFrom'
>
type OrderedLines = {
  /** The language of the order. */
  readonly locale: Locale
  /** The names of the lines, as a list. */
  readonly plans: string
  /** True for a top-up, whose order has one line. */
  readonly isTopUp: boolean
  /** Whether a voucher paid a part. */
  readonly hasVoucher: boolean
  /** The price of the whole order. */
  readonly price: string
}

/** Inserts an email in the order's language, once per purpose and `dedupeKey`. */
export async function writeOrderMail(
  { db, config, now }: OrderMailContext,
  invoiceID: string,
  { purpose, dedupeKey, lines, when, also = sql`TRUE`, subject: subjectOf, text, table }: OrderMail,
): Promise<D1PreparedStatement> {
  const { locale, about, topUpHash } = await readOrder(db, invoiceID, lines)
  const words = wordsOf(locale)
  const subject = subjectOf(words, about)
  const links = { origin: config.SITE_ORIGIN, invoiceID, locale }
  const letter = writeLetter({
    locale,
    heading: subject,
    parts: [
      ...text(words, about).map((each) => ({ kind: 'text', text: each }) as const),
      ...(table ? [numberTable(words, invoiceID, table, about.price)] : []),
      ...linksTo({ ...links, topUpHash: purpose === 'top-up' ? topUpHash : null }),
      ...(table ? [documentsLink(links)] : []),
    ],
  })
  const recipient = { buyerOf: invoiceID }
  const message = { ...letter, kind: 'mail', purpose, invoiceID, dedupeKey, recipient } as const
  return insertMessage(
    db,
    { ...message, subject, createdAt: now },
    sql`EXISTS (SELECT 1 FROM order_states s JOIN line_states l USING (order_id)
      WHERE s.order_id = ${invoiceID} AND ${when}) AND ${also}`,
  )
}

type LinkedOrder = {
  readonly origin: string
  readonly invoiceID: string
  readonly locale: Locale
  /** The eSIM whose balance the first link opens. When null, the email links only to the order. */
  readonly topUpHash: string | null
}

function linksTo({ origin, invoiceID, locale, topUpHash: hash }: LinkedOrder): LetterPart[] {
  const words = wordsOf(locale)
  const order = {
    label: words('mail.order'),
    url: origin + href(locale, 'paymentSuccess', null, { invoiceID }),
  }
  if (hash === null) return [{ kind: 'button', ...order }]
  const balanceURL = origin + href(locale, 'operatorInfo', null, { hash })
  return [
    { kind: 'button', label: words('topUp.open'), url: balanceURL },
    { kind: 'link', ...order },
  ]
}

/** A link to the receipt, which links to the credit notes. */
function documentsLink({ origin, invoiceID, locale }: Omit<LinkedOrder, 'topUpHash'>): LetterPart {
  return {
    kind: 'link',
    label: wordsOf(locale)('receipt.link'),
    url: origin + href(locale, 'paymentReceipt', null, { invoiceID }),
    documentsOf: invoiceID,
  }
}

/** A table with the order number, by which banks and support identify the order. */
function numberTable(
  words: Words,
  invoiceID: string,
  { hasTotal, ...documents }: RefundTable,
  price: string,
): LetterPart {
  return {
    kind: 'table',
    rows: [{ label: words('mail.receiptOrder'), value: orderNumberOf(invoiceID) }],
    total: hasTotal ? { label: words('mail.refundedTotal'), value: price } : null,
    isRefundedTotal: hasTotal,
    receiptOf: invoiceID,
    ...documents,
  }
}

type MailedOrder = {
  readonly lang: Locale
  readonly amount_minor: number
  readonly voucher_minor: number
  readonly currency: Currency
}

/** Returns the names of the lines, in the language of the order. */
async function readOrder(db: D1Database, invoiceID: string, lines: Sql) {
  const order = await readRow<MailedOrder>(db)`SELECT lang, amount_minor, voucher_minor, currency
    FROM orders WHERE id = ${invoiceID}`
  if (!order) throw new Error(`The order to email about is not in the database`)
  const { lang: locale, amount_minor: minor, currency } = order
  const results = await readRows<NamedLineRow>(db)`SELECT ${raw(lineColumns(locale))}
    FROM line_states l ${raw(lineJoins)}
    WHERE l.order_id = ${invoiceID} AND ${lines} ORDER BY l.position`
  const [first] = results
  const about = {
    locale,
    plans: results.map((row) => lineName(locale, row)).join('; '),
    price: formatMoney(locale, { minor, currency }),
    isTopUp: first ? first.top_up_days !== null : false,
    hasVoucher: order.voucher_minor > 0,
  }
  return { locale, about, topUpHash: first?.top_up_hash ?? null }
}
