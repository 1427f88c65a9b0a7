import type { Money } from '../../domain/money.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import { isSoldOut } from './line-supply.ts'
import { isToppedUp, isWaiting } from './waiting-lines.ts'
import { writeOrderMail } from './write-order-mail.ts'
import type { OrderMailContext } from './write-order-mail.ts'
import { hourMs, isoAfter } from '../../domain/time-units.ts'

type LineRefund = {
  readonly invoiceID: string
  /** Unique for each refund of lines. */
  readonly key: string
  /** The time of the refund, which its lines have too. ISO 8601. */
  readonly returnedAt: string
  /** SQL: the line `l` belongs to the refund. Needed if the same batch returns the lines. */
  readonly lines?: string
}

/**
 * Emails the customer once that the whole order is refunded, and again after staff reverted a
 * refund. Run it in the batch that adds facts. It inserts nothing until the order is charged and
 * completely refunded, because a refund may be partial or arrive before its charge.
 */
export async function refundMail(
  context: OrderMailContext,
  invoiceID: string,
): Promise<D1PreparedStatement> {
  return writeOrderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: ({ reverted }) => (reverted === 0 ? invoiceID : `${invoiceID}:${reverted}`),
    lines: 'l.replaced_by IS NULL',
    table: { hasPrice: true, creditNotesFrom: '' },
    when: `s.status = 'refunded' AND s.charged_minor > 0`,
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
  { invoiceID, key, returnedAt, lines }: LineRefund,
): Promise<D1PreparedStatement> {
  const isReturned = `l.refund_requested_at = '${returnedAt}' AND l.replaced_by IS NULL`
  return writeOrderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: key,
    lines: lines ?? isReturned,
    table: { hasPrice: false, creditNotesFrom: returnedAt },
    when: `s.status <> 'refunded' AND ${isReturned} AND NOT EXISTS (
      SELECT 1 FROM refunds part WHERE part.invoice_id = l.invoice_id
        AND part.requested_at = l.refund_requested_at AND part.accepted_at IS NULL)`,
    subject: (words) => words('mail.refundedSubject'),
    text: (words, { plans }) => [words('mail.refunded', { plans })],
  })
}

type AmountRefund = Omit<LineRefund, 'lines'> & { readonly amount: Money }

/**
 * Emails the customer that an amount of the order is refunded, which returns no line. Inserts
 * nothing before the last part of the refund is accepted, or if the whole order is refunded. An
 * amount for lines whose refund the provider refused returns these lines soon, with an email.
 */
export async function amountRefundMail(
  context: OrderMailContext,
  { invoiceID, key, returnedAt, amount }: AmountRefund,
): Promise<D1PreparedStatement> {
  const parts = `FROM refunds part WHERE part.invoice_id = s.invoice_id
    AND part.requested_at = '${returnedAt}'`
  return writeOrderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: key,
    lines: 'l.replaced_by IS NULL',
    table: { hasPrice: false, creditNotesFrom: returnedAt },
    when: `s.status <> 'refunded' AND EXISTS (SELECT 1 ${parts} AND part.positions = '[]')
      AND NOT EXISTS (SELECT 1 ${parts} AND part.accepted_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM refunds refused
        WHERE refused.invoice_id = s.invoice_id AND refused.refused_at IS NOT NULL
          AND refused.accepted_at IS NULL AND refused.cancelled_at IS NULL
          AND refused.positions <> '[]')`,
    subject: (words, { locale }) =>
      words('mail.refundedAmountSubject', { amount: formatMoney(locale, amount) }),
    text: (words, { locale }) => [
      words('mail.refundedAmount', { amount: formatMoney(locale, amount) }),
    ],
  })
}

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
    lines: `l.position = ${position}`,
    when: `l.position = ${position} AND s.is_deliverable = 1 AND ${isWaiting} AND ${isSoldOut}`,
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
    lines: `l.position = ${position}`,
    when: `l.position = ${position} AND s.status <> 'refunded' AND ${isToppedUp}
      AND l.refund_requested_at IS NULL`,
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
    lines: `l.position = ${position}`,
    when: `l.position = ${position} AND s.is_deliverable = 1 AND ${isWaiting}`,
    subject: (words, { plans: plan }) => words('mail.delayedSubject', { plan }),
    text: (words, { plans: plan }) => [words('mail.delayed', { plan, date })],
  })
}
