import { storedDetail, storedDetailSql } from '../messages/alert-detail.ts'
import { invoiceSubject } from '../messages/alerts.ts'
import type { AlertCondition } from '../messages/alerts.ts'
import { hourMs, isoBefore } from '../kit/time.shared.ts'
import { readRefusedRecords } from './refund-records.ts'
import { partsToMake } from './refunds-to-make.ts'

/** The scheduled job retries a refund every few minutes. */
const alertAfter = hourMs

const detail = storedDetailSql('refund', {
  minor: 'r.amount_minor',
  currency: 'r.currency',
  provider: 'r.provider',
  problem: 'r.problem',
})

/**
 * Finds refunds that the provider refused and the operator has not made, or that have not succeeded
 * for an hour.
 */
export async function refusedRefunds(db: D1Database, now: Date): Promise<AlertCondition> {
  const limit = isoBefore(now, alertAfter)
  return {
    kind: 'refund-refused',
    sql: `SELECT value ->> 'subject' AS subject, value ->> 'detail' AS detail,
        value ->> 'invoiceID' AS invoice_id
      FROM json_each(?)
      UNION ALL
      SELECT ${invoiceSubject.sql('r.invoice_id')} AS subject, ${detail} AS detail, r.invoice_id
      FROM refunds r WHERE r.accepted_at IS NULL AND r.refused_at IS NULL AND r.requested_at <= ?
        AND (r.problem IS NOT NULL OR coalesce(r.tried_at, r.requested_at) <= ?)`,
    params: [JSON.stringify(await refusedSubjects(db)), limit, limit],
  }
}

async function refusedSubjects(db: D1Database) {
  const orders = await readRefusedRecords(db)
  return orders.flatMap((records) => {
    const { invoiceID, currency } = records.order
    return partsToMake(records).map(({ refund: { problem }, provider, minor }) => ({
      subject: invoiceSubject.of(invoiceID),
      invoiceID,
      detail: storedDetail({ code: 'refund', values: { minor, currency, provider, problem } }),
    }))
  })
}
