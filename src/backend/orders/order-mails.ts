import { formatDate } from '../../locale/formats.ts'
import { isSoldOut } from './line-supply.ts'
import { isToppedUp, isWaiting } from './waiting-lines.ts'
import { writeOrderMail } from './write-order-mail.ts'
import type { OrderMailContext } from './write-order-mail.ts'
import { hourMs, isoAfter } from '../../domain/time-units.ts'

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
