import type { Money } from '../kit/money.shared.ts'
import { formatMoney } from '../words/formats.shared.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { hasFailed, isReversalOf } from './doubted-refunds.ts'
import { needsLines } from './lines.ts'
import { writeOrderMail } from './order-mails.ts'
import type { OrderMailContext, RefundTable, MailCondition } from './order-mails.ts'

type LineRefund = {
  readonly invoiceID: string
  /** Unique for each refund of lines. */
  readonly key: string
  /** The time of the refund, which its lines have too. ISO 8601. */
  readonly returnedAt: string
  /** SQL: the line `l` belongs to the refund. Needed if the same batch returns the lines. */
  readonly lines?: string
  /** The time since which its credit notes were issued, if that is before `returnedAt`. */
  readonly creditNotesFrom?: string
}

/** SQL: the number of refunds of the order `i` that failed at the bank, and of won disputes. */
const takenBack = `((SELECT count(*) FROM payment_facts made WHERE made.invoice_id = i.id
    AND made.provider <> '${manualProvider}' AND ${hasFailed('made')})
  + (SELECT count(*) FROM payment_facts lost JOIN payment_facts won ON won.provider = lost.provider
      AND won.kind = 'dispute-won' AND won.id = lost.id
    WHERE lost.invoice_id = i.id AND lost.kind = 'dispute-lost'))`

/** SQL: the number of refunds of the order `i` that staff recorded and reverted. */
const reverted = `(SELECT count(*) FROM refunds r WHERE r.invoice_id = i.id
  AND r.provider = '${manualProvider}' AND r.refused_at IS NOT NULL)`

const undone = `(${reverted} + ${takenBack})`

/** SQL: a key that changes when money of a refund comes back, so that the next refund is emailed. */
const refundKey = `(SELECT i.id || coalesce(':' || nullif(${undone}, 0), '')
  FROM invoices i WHERE i.id = ?)`

/**
 * Emails the customer once that the whole order is refunded, and again after the money of a refund
 * came back. Run it in the batch that adds facts. It inserts nothing until the order is charged and
 * completely refunded, because a refund may be partial or arrive before its charge.
 */
export async function refundMail(
  context: OrderMailContext,
  invoiceID: string,
): Promise<D1PreparedStatement> {
  // Lookups report known facts again and again. Staff may have reverted a record of the same money.
  const isNew = `(SELECT ${undone} = 0 OR EXISTS (SELECT 1 FROM payment_facts f
      WHERE f.invoice_id = i.id AND f.kind IN ('refunded', 'dispute-lost') AND f.received_at = ?)
    FROM invoices i WHERE i.id = ?)`
  // A refund that failed at the bank is stored as a charge, even if the customer has not paid.
  const isPaid = `EXISTS (SELECT 1 FROM payment_facts paid
    WHERE paid.invoice_id = ? AND paid.kind = 'charged' AND paid.provider <> '${manualProvider}'
      AND NOT EXISTS (SELECT 1 FROM payment_facts made WHERE ${isReversalOf('paid', 'made')}))`
  return writeOrderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: { sql: refundKey, param: invoiceID },
    lines: 'l.replaced_by IS NULL',
    table: { hasTotal: true, creditNotesFrom: '' },
    when: `s.status = 'refunded'`,
    also: {
      sql: `${isNew} AND ${isPaid}`,
      params: [context.now.toISOString(), invoiceID, invoiceID],
    },
    subject: (words) => words('mail.refundedSubject'),
    text: (words, { plans, isTopUp }) => [
      words('mail.refunded', { plans }),
      ...(isTopUp ? [] : [words('mail.refundedCode')]),
    ],
  })
}

/**
 * Emails the customer that some plans of a larger order are refunded. Inserts nothing for a refund
 * without lines, or before the last part of a refund from several payments is accepted.
 */
export async function lineRefundMail(
  context: OrderMailContext,
  { invoiceID, key, returnedAt, lines, creditNotesFrom = returnedAt }: LineRefund,
): Promise<D1PreparedStatement> {
  const isReturned = `l.refund_requested_at = '${returnedAt}' AND l.replaced_by IS NULL`
  return writeOrderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: key,
    lines: lines ?? isReturned,
    table: { hasTotal: false, creditNotesFrom },
    when: `s.status <> 'refunded' AND ${isReturned} AND NOT EXISTS (
      SELECT 1 FROM refunds part WHERE part.invoice_id = l.invoice_id
        AND part.requested_at = l.refund_requested_at AND part.accepted_at IS NULL)`,
    subject: (words) => words('mail.refundedSubject'),
    text: (words, { plans }) => [words('mail.refunded', { plans })],
  })
}

/**
 * Emails the customer that lines were returned whose price earlier refunds have paid. The customer
 * already has the emails about these refunds.
 */
export async function paidLinesMail(
  context: OrderMailContext,
  { invoiceID, key, returnedAt, lines }: LineRefund & { readonly lines: string },
): Promise<D1PreparedStatement> {
  return writeOrderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: key,
    lines,
    when: `s.status <> 'refunded' AND l.refund_requested_at = '${returnedAt}'`,
    subject: (words) => words('mail.returnedLinesSubject'),
    text: (words, { plans }) => [words('mail.returnedLines', { plans })],
  })
}

type AmountRefund = Omit<LineRefund, 'lines' | 'creditNotesFrom'> & {
  readonly amount: Money
  /** The time until which its credit notes were issued. By default, that of the email. */
  readonly creditNotesUntil?: string | undefined
}

/**
 * Emails the customer that an amount of the order is refunded, which returns no line. Inserts
 * nothing before the last part of the refund is accepted.
 */
export async function amountRefundMail(
  context: OrderMailContext,
  { invoiceID, key, returnedAt, amount, creditNotesUntil }: AmountRefund,
): Promise<readonly D1PreparedStatement[]> {
  const parts = `FROM refunds part WHERE part.invoice_id = ? AND part.requested_at = ?`
  return amountMail(context, invoiceID, {
    amount,
    dedupeKey: key,
    table: { creditNotesFrom: returnedAt, creditNotesUntil },
    condition: {
      sql: `EXISTS (SELECT 1 ${parts} AND part.positions = '[]')
        AND NOT EXISTS (SELECT 1 ${parts} AND part.accepted_at IS NULL)`,
      params: [invoiceID, returnedAt, invoiceID, returnedAt],
    },
  })
}

type AmountMail = {
  readonly amount: Money
  readonly dedupeKey: string
  readonly table: Omit<RefundTable, 'hasTotal'>
  readonly condition: MailCondition
}

/** SQL: only charges above the price on the receipt of the order `s` were returned. */
const isExcess = `EXISTS (SELECT 1 FROM invoice_credits c JOIN invoices i ON i.id = c.invoice_id
  WHERE c.invoice_id = s.invoice_id AND c.credited_minor = 0 AND i.receipt_number IS NOT NULL)`

/**
 * SQL: the provider refused a refund of lines of the order `s`, which the shop still has to make.
 * Money for them returns these lines soon, with an email.
 */
const hasRefusedLines = `EXISTS (SELECT 1 FROM refunds refused
  WHERE refused.invoice_id = s.invoice_id AND refused.refused_at IS NOT NULL
    AND refused.accepted_at IS NULL AND refused.cancelled_at IS NULL
    AND ${needsLines('refused', 's.status')})`

/**
 * Emails the customer once about returned money that returns no line. Inserts nothing if the whole
 * order is refunded. One of the two statements has an effect: the money is a part of the price, or
 * the customer had paid more than the price.
 */
export async function amountMail(
  context: OrderMailContext,
  invoiceID: string,
  { amount, dedupeKey, table, condition: also }: AmountMail,
): Promise<readonly D1PreparedStatement[]> {
  const variants = [
    { text: 'mail.refundedAmount', condition: `NOT ${isExcess}` },
    { text: 'mail.refundedExcess', condition: isExcess },
  ] as const
  return Promise.all(
    variants.map(async ({ text, condition }) =>
      writeOrderMail(context, invoiceID, {
        purpose: 'refund',
        dedupeKey,
        lines: 'l.replaced_by IS NULL',
        table: { hasTotal: false, ...table },
        when: `s.status <> 'refunded' AND NOT ${hasRefusedLines} AND ${condition}`,
        also,
        subject: (words, { locale }) =>
          words('mail.refundedAmountSubject', { amount: formatMoney(locale, amount) }),
        text: (words, { locale }) => [words(text, { amount: formatMoney(locale, amount) })],
      }),
    ),
  )
}

type RevertedRefund = {
  readonly invoiceID: string
  readonly id: string
  readonly amount: Money
  /** The lines that the refund had returned. */
  readonly positions: readonly number[]
}

/**
 * Emails the customer that staff reverted a refund which they had recorded. Inserts nothing if the
 * order is still refunded. Run it after the return of the lines is undone.
 */
export async function revertedRefundMail(
  context: OrderMailContext,
  { invoiceID, id, amount, positions }: RevertedRefund,
): Promise<D1PreparedStatement> {
  const own = positions.length > 0 ? `l.position IN (${positions.join(', ')})` : 'FALSE'
  return writeOrderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: `reverted:${id}`,
    lines: `${own} AND l.replaced_by IS NULL`,
    table: { hasTotal: false, cancellationsFrom: context.now.toISOString() },
    when: `s.status <> 'refunded'`,
    subject: (words, { locale }) =>
      words('mail.refundRevertedSubject', { amount: formatMoney(locale, amount) }),
    text: (words, { locale, plans, isTopUp }) => [
      words('mail.refundReverted', { amount: formatMoney(locale, amount) }),
      ...(plans === '' || isTopUp ? [] : [words('mail.refundRevertedPlans', { plans })]),
    ],
  })
}
