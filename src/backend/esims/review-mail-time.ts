import { dayMs, isoAfter } from '../../domain/time-units.ts'

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
