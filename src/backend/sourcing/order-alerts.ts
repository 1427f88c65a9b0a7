import { invoiceSubject } from '../alerts/alerts.ts'
import type { AlertCondition } from '../alerts/alerts.ts'
import { dayMs, isoBefore } from '../../domain/time-units.ts'

const subject = `supplier || ' ' || ${invoiceSubject.sql('invoice_id')}`

/** Supplier orders that may have been bought, and that only a person can check. */
export const heldOrders: AlertCondition = {
  kind: 'supplier-order-held',
  sql: `SELECT ${subject} AS subject, group_concat(plan_code || ': ' || problem, '; ') AS detail,
      invoice_id
    FROM supplier_orders WHERE status = 'held' GROUP BY 1`,
  params: [],
}

/** Plans that suppliers refused within the last 24 hours because they could not deliver them. */
export function undeliverablePlans(now: Date): AlertCondition {
  return {
    kind: 'supplier-plan-refused',
    sql: `SELECT supplier AS subject, group_concat(DISTINCT plan_code || ' ' || refusal) AS detail,
        NULL AS invoice_id
      FROM supplier_orders WHERE refusal IN ('plan-gone', 'out-of-stock') AND ended_at > ?
      GROUP BY supplier`,
    params: [isoBefore(now, dayMs)],
  }
}

/**
 * Profiles that the shop bought and that no customer got, withdrawn within the last week. The
 * supplier did not take them back.
 */
export function unusedProfiles(now: Date): AlertCondition {
  return {
    kind: 'profile-unused',
    sql: `SELECT ${subject} AS subject, group_concat(plan_code || ': ' || iccid, '; ') AS detail,
        invoice_id
      FROM (SELECT o.supplier, o.invoice_id, o.plan_code, o.iccid
        FROM stock INDEXED BY stock_withdrawn
        CROSS JOIN supplier_orders o ON o.iccid = stock.iccid AND o.kind = 'plan'
        WHERE stock.withdrawn_at > ? AND stock.invoice_id IS NULL
          AND o.status = 'done' AND o.next_try_at IS NULL)
      GROUP BY 1`,
    params: [isoBefore(now, 7 * dayMs)],
  }
}

/** Orders that suppliers refused within the last 24 hours because of an error of the shop. */
export function invalidOrders(now: Date): AlertCondition {
  return {
    kind: 'supplier-order-invalid',
    sql: `SELECT supplier AS subject, count(*) || ': ' || max(problem) AS detail, NULL AS invoice_id
      FROM supplier_orders WHERE refusal = 'invalid' AND ended_at > ? GROUP BY supplier`,
    params: [isoBefore(now, dayMs)],
  }
}
