import { storedDetailSql } from '../alerts/alert-detail.ts'
import { invoiceSubject } from '../alerts/alerts.ts'
import type { AlertCondition } from '../alerts/alerts.ts'
import { systemActor } from './refunds.ts'
import {
  hasKeptLine,
  isRepeated,
  isReported,
  missingOf,
  returnedByHand,
} from './reported-refunds.ts'
import { hourMs, isoBefore } from '../../domain/time-units.ts'

/** The scheduled job retries a refund every few minutes. */
const alertAfter = hourMs

/** SQL: what the operator still has to return for the refused refund `r`. */
export const leftToMake = `(${missingOf('r')} - ${returnedByHand()})`

const detailOf = (minor: string) =>
  storedDetailSql('refund', {
    minor,
    currency: 'r.currency',
    provider: 'r.provider',
    problem: 'r.problem',
  })
const found = (minor: string) => `SELECT ${invoiceSubject.sql('r.invoice_id')} AS subject,
    ${detailOf(minor)} AS detail, r.invoice_id
  FROM refunds r JOIN invoices i ON i.id = r.invoice_id`

/**
 * SQL: the refund `r` was automatic. Staff can type any reason, so only the actor identifies
 * automatic refunds.
 */
const isAutomatic = `r.actor = '${systemActor}'`

/**
 * SQL: the provider refused the refund `r` of the order `i`. The operator has neither made nor
 * cancelled it, its lines are not returned, and the order is not delivered after an automatic
 * refund.
 */
export const isToMakeByHand = `r.refused_at IS NOT NULL AND r.accepted_at IS NULL
  AND r.cancelled_at IS NULL AND i.status <> 'refunded'
  AND NOT (${isAutomatic} AND i.status = 'success')
  AND (r.positions = '[]' OR ${hasKeptLine('r')})
  AND NOT ${isRepeated('r')} AND NOT (${isReported(['refunded', 'dispute-lost'])})`

/**
 * Finds refunds that the provider refused, or that have not succeeded for an hour.
 */
export function refusedRefunds(now: Date): AlertCondition {
  const limit = isoBefore(now, alertAfter)
  return {
    kind: 'refund-refused',
    sql: `${found(leftToMake)} WHERE ${isToMakeByHand}
      UNION ALL
      ${found('r.amount_minor')} WHERE r.accepted_at IS NULL AND r.refused_at IS NULL AND r.requested_at <= ?
        AND (r.problem IS NOT NULL OR coalesce(r.tried_at, r.requested_at) <= ?)`,
    params: [limit, limit],
  }
}
