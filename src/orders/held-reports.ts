import { manualProvider } from '../payments/payment-provider.ts'
import { hasFailed } from './doubted-refunds.ts'
import { isOwn, reportedRefundMail } from './reported-refund-mail.ts'
import type { NewFact } from './reported-refund-mail.ts'
import type { OrderMailContext } from './order-mails.ts'

/** The reports of refunds that can be the one which staff recorded, oldest first. */
type HeldReports = {
  readonly facts: readonly Omit<NewFact, 'kind'>[]
  /** The number of records of the same amount that staff have reverted since. */
  readonly reverted: number
}

/** Returns the reports about which the customer got no email because of a recorded refund. */
export async function readHeldReports(db: D1Database, refundID: string): Promise<HeldReports> {
  const isSince = (time: string) =>
    `${time} >= m.requested_at AND ${time} > coalesce(m.confirmed_at, '')`
  const { results: facts } = await db
    .prepare(
      `SELECT f.provider, f.id, f.amount_minor AS minor, f.currency, f.received_at AS receivedAt
      FROM refunds m JOIN payment_facts f ON f.invoice_id = m.invoice_id
      WHERE m.id = ? AND f.kind = 'refunded' AND f.provider <> '${manualProvider}'
        AND f.amount_minor = m.amount_minor AND f.currency = m.currency
        AND ${isSince('f.received_at')} AND NOT ${isOwn} AND NOT ${hasFailed('f')}
      ORDER BY f.received_at, f.id`,
    )
    .bind(refundID)
    .all<HeldReports['facts'][number]>()
  const reverted = await db
    .prepare(
      `SELECT count(*) AS count FROM refunds m JOIN refunds r ON r.invoice_id = m.invoice_id
      WHERE m.id = ? AND r.provider = m.provider AND r.amount_minor = m.amount_minor
        AND ${isSince('r.refused_at')}`,
    )
    .bind(refundID)
    .first<number>('count')
  return { facts, reverted: reverted ?? 0 }
}

/**
 * Emails the customer about the reports after the first ones, unless another recorded refund may be
 * counted twice. The emails list the credit notes of all reports that are not cancelled, because
 * another document cancels the last credit note of an amount first.
 */
export async function heldReportMails(
  context: OrderMailContext,
  invoiceID: string,
  { facts }: HeldReports,
  skipped = 0,
): Promise<readonly D1PreparedStatement[]> {
  const creditNotesFrom = facts[0]?.receivedAt ?? ''
  const creditNotesUntil = facts.at(-1)?.receivedAt ?? ''
  const mails = await Promise.all(
    facts.slice(skipped).map(async (fact) =>
      reportedRefundMail(context, invoiceID, fact, {
        isNew: 'f.received_at = ?',
        params: [fact.receivedAt],
        table: { creditNotesFrom, creditNotesUntil },
      }),
    ),
  )
  return mails.flat()
}
