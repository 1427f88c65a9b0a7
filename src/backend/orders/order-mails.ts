import type { Currency } from '../../domain/money.ts'
import { orderNumberOf } from '../../domain/order-number.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { wordsOf } from '../../locale/words.ts'
import type { Words } from '../../locale/words.ts'
import type { BackendContext } from '../context.ts'
import { writeLetter } from '../mail/letter-text.ts'
import type { LetterPart } from '../mail/letter.ts'
import { insertMessage } from '../mail/outbox.ts'
import { lineColumns, lineJoins, lineName } from './line-names.ts'
import type { NamedLineRow } from './line-names.ts'
import { isSoldOut } from './line-supply.ts'
import { isToppedUp, isWaiting } from './waiting-lines.ts'

type MailContext = Pick<BackendContext, 'db' | 'config' | 'now'>

type OrderMail = {
  readonly purpose: 'refund' | 'sold-out' | 'delayed' | 'top-up'
  readonly dedupeKey: string
  /** SQL over `invoice_lines l`: the lines that the email names. */
  readonly lines: string
  /** SQL over `invoice_states s JOIN invoice_lines l`: whether to send it. */
  readonly when: string
  readonly subject: (words: Words, about: OrderedLines) => string
  readonly text: (words: Words, about: OrderedLines) => string[]
  /** Whether the email has a table with the number of the order, and its price. */
  readonly table?: 'number' | 'number and price'
}
type OrderedLines = {
  /** The names of the lines, as a list. */
  readonly plans: string
  /** A top-up. Such an order has one line. */
  readonly isTopUp: boolean
  /** The price of the whole order. */
  readonly price: string
}

/**
 * Emails the customer that the whole order is refunded, once. Run it in the batch that adds facts:
 * it inserts nothing unless the order is charged and refunded by then. A refund may arrive before
 * its charge, and may be partial.
 */
export async function refundMail(
  context: MailContext,
  invoiceID: string,
): Promise<D1PreparedStatement> {
  return orderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: invoiceID,
    lines: 'true',
    table: 'number and price',
    when: `s.status = 'refunded' AND s.charged_minor > 0`,
    subject: (words) => words('mail.refundedSubject'),
    text: (words, { plans, isTopUp }) => [
      words('mail.refunded', { plans }),
      ...(isTopUp ? [] : [words('mail.refundedCode')]),
    ],
  })
}

/** SQL: the line `l` was returned, and nothing replaced it. */
const isReturned = 'l.refund_requested_at IS NOT NULL AND l.replaced_by IS NULL'

/** Emails the customer that some plans of a larger order are refunded, once per refund. */
export async function lineRefundMail(
  context: MailContext,
  invoiceID: string,
  refundID: string,
): Promise<D1PreparedStatement> {
  return orderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: refundID,
    lines: isReturned,
    table: 'number',
    when: `s.status <> 'refunded' AND ${isReturned}`,
    subject: (words) => words('mail.refundedSubject'),
    text: (words, { plans }) => [words('mail.refunded', { plans })],
  })
}

/** Emails the customer that a paid line cannot be delivered now, and when it will be refunded. */
export async function soldOutMail(
  context: MailContext,
  invoiceID: string,
  position: number,
): Promise<D1PreparedStatement> {
  const hours = context.config.AUTO_REFUND_HOURS
  const date = formatDate(new Date(context.now.getTime() + hours * 3_600_000).toISOString())
  return orderMail(context, invoiceID, {
    purpose: 'sold-out',
    dedupeKey: `${invoiceID}:${position}`,
    lines: `l.position = ${position}`,
    when: `l.position = ${position} AND s.is_deliverable = 1 AND ${isWaiting} AND ${isSoldOut}`,
    subject: (words, { plans: plan }) => words('mail.soldOutSubject', { plan }),
    text: (words, { plans: plan, isTopUp }) => [
      words(isTopUp ? 'mail.topUpLate' : 'mail.soldOut', { plan, date }),
    ],
  })
}

/** Emails the customer that the data of a top-up was added, once. */
export async function topUpMail(
  context: MailContext,
  invoiceID: string,
  position: number,
): Promise<D1PreparedStatement> {
  return orderMail(context, invoiceID, {
    purpose: 'top-up',
    dedupeKey: `${invoiceID}:${position}`,
    lines: `l.position = ${position}`,
    when: `l.position = ${position} AND s.status <> 'refunded' AND ${isToppedUp}
      AND l.refund_requested_at IS NULL`,
    subject: (words) => words('mail.topUpSubject'),
    text: (words, { plans }) => [words('mail.topUp'), plans],
  })
}

/**
 * Emails the customer, once, that the shop is checking a paid line by hand.
 * @param since when the line was ordered from its supplier
 */
export async function delayMail(
  context: MailContext,
  { invoiceID, position }: { readonly invoiceID: string; readonly position: number },
  since: Date,
): Promise<D1PreparedStatement> {
  const hours = context.config.AUTO_REFUND_HOURS
  const date = formatDate(new Date(since.getTime() + hours * 3_600_000).toISOString())
  return orderMail(context, invoiceID, {
    purpose: 'delayed',
    dedupeKey: `${invoiceID}:${position}`,
    lines: `l.position = ${position}`,
    when: `l.position = ${position} AND s.is_deliverable = 1 AND ${isWaiting}`,
    subject: (words, { plans: plan }) => words('mail.delayedSubject', { plan }),
    text: (words, { plans: plan }) => [words('mail.delayed', { plan, date })],
  })
}

async function orderMail(
  { db, config, now }: MailContext,
  invoiceID: string,
  { purpose, dedupeKey, lines, when, subject, text, table }: OrderMail,
): Promise<D1PreparedStatement> {
  const { recipient, locale, about, topUpHash } = await readOrder(db, invoiceID, lines)
  const balanceURL =
    topUpHash === null
      ? null
      : config.SITE_ORIGIN + href(locale, 'operatorInfo', null, { hash: topUpHash })
  const words = wordsOf(locale)
  const url = config.SITE_ORIGIN + href(locale, 'paymentSuccess', null, { invoiceID })
  const heading = subject(words, about)
  const order = { label: words('mail.order'), url }
  const letter = writeLetter({
    locale,
    heading,
    parts: [
      ...text(words, about).map((each) => ({ kind: 'text', text: each }) as const),
      ...(table ? [numberTable(words, invoiceID, table === 'number' ? null : about.price)] : []),
      ...(purpose === 'top-up' && balanceURL !== null
        ? ([
            { kind: 'button', label: words('topUp.open'), url: balanceURL },
            { kind: 'link', ...order },
          ] as const)
        : ([{ kind: 'button', ...order }] as const)),
    ],
  })
  return insertMessage(
    db,
    {
      kind: 'mail',
      purpose,
      invoiceID,
      dedupeKey,
      recipient,
      subject: heading,
      ...letter,
      createdAt: now,
    },
    {
      sql: `EXISTS (SELECT 1 FROM invoice_states s JOIN invoice_lines l USING (invoice_id)
        WHERE s.invoice_id = ? AND ${when})`,
      params: [invoiceID],
    },
  )
}

/** The number by which a bank or support finds the order. */
function numberTable(words: Words, invoiceID: string, price: string | null): LetterPart {
  return {
    kind: 'table',
    rows: [{ label: words('mail.receiptOrder'), value: orderNumberOf(invoiceID) }],
    total: price === null ? null : { label: words('mail.receiptTotal'), value: price },
  }
}

/** The customer and the names of the lines, in the language of the order. */
async function readOrder(db: D1Database, invoiceID: string, lines: string) {
  const order = await db
    .prepare('SELECT email, lang, amount_minor, currency FROM invoices WHERE id = ?')
    .bind(invoiceID)
    .first<{ email: string; lang: Locale; amount_minor: number; currency: Currency }>()
  if (!order) throw new Error('The order to mail about is not in the database')
  const { email: recipient, lang: locale, amount_minor: minor, currency } = order
  const { results } = await db
    .prepare(
      `SELECT ${lineColumns(locale)}, 1 AS in_stock FROM invoice_lines l ${lineJoins}
      WHERE l.invoice_id = ? AND ${lines} ORDER BY l.position`,
    )
    .bind(invoiceID)
    .all<NamedLineRow>()
  const [first] = results
  const about = {
    plans: results.map((row) => lineName(locale, row)).join('; '),
    price: formatMoney(locale, { minor, currency }),
    isTopUp: first ? first.top_up_days !== null : false,
  }
  return { recipient, locale, about, topUpHash: first?.top_up_hash ?? null }
}
