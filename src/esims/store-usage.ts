import { isoTime } from '../kit/sql-text.ts'
import type { SupplierUsage } from '../supply/supplier.ts'
import { dayMs, isoAfter } from '../kit/time.shared.ts'

/** SQL over `esims`: the end of a plan that started at a time. */
export function endOfPlan(start: string): string {
  return `(SELECT ${isoTime(start, `'+' || validity_days || ' days'`)}
    FROM tariffs WHERE id = esims.tariff_id)`
}

/**
 * Stores a measurement of the supplier that sold the eSIM. The new totals replace the stored
 * totals, even if they are lower, because expired top-ups no longer count.
 */
export function storeUsage(
  db: D1Database,
  supplierID: string,
  { iccid, state, dataUsedMb, dataLimitMb, validUntil, measuredAt }: SupplierUsage,
): D1PreparedStatement {
  const isStarted = ['active', 'used-up'].includes(state) || (dataUsedMb ?? 0) > 0
  return db
    .prepare(
      `UPDATE esims SET supplier_state = ?3, data_used_mb = coalesce(?4, data_used_mb),
        data_limit_mb = coalesce(?5, data_limit_mb), usage_as_of = ?6,
        first_used_at = coalesce(first_used_at, CASE WHEN ?8 THEN ?6 END),
        valid_until = coalesce(?7, valid_until, CASE WHEN ?8 THEN ${endOfPlan('?6')} END)
      WHERE iccid = ?1 AND EXISTS (
        SELECT 1 FROM supplier_orders o WHERE o.iccid = ?1 AND o.supplier = ?2)`,
    )
    .bind(
      iccid,
      supplierID,
      state === 'unknown' ? null : state,
      wholeMb(dataUsedMb),
      wholeMb(dataLimitMb),
      measuredAt.toISOString(),
      validUntil?.toISOString() ?? null,
      isStarted ? 1 : 0,
    )
}

/** Rounds fractions, which some suppliers report and the columns reject. */
function wholeMb(megabytes: number | null): number | null {
  return megabytes === null ? null : Math.round(megabytes)
}

/**
 * Milliseconds from the end of the data to the review email. A traveller without data is still
 * travelling, and may add data.
 */
const delay = dayMs

/**
 * Returns a statement that sets the time of the review email when an eSIM has no data left. It
 * removes the time when the eSIM has data again. Run it after every change of usage.
 */
export function scheduleReviewMail(db: D1Database, iccid: string, now: Date): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE esims SET review_mail_at = CASE WHEN supplier_state IN ('used-up', 'expired')
          OR data_used_mb >= (SELECT iif(t.traffic_mb IS NULL, NULL,
            coalesce(esims.data_limit_mb, t.traffic_mb)) FROM tariffs t WHERE t.id = tariff_id)
        THEN coalesce(review_mail_at, ?2) END
      WHERE iccid = ?1 AND has_review_mail = 1`,
    )
    .bind(iccid, isoAfter(now, delay))
}
