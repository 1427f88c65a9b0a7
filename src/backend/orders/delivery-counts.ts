import type { z } from 'zod'
import type { deliveryCounts } from '../../contract/delivery-counts.ts'
import { ok } from '../../domain/result.ts'
import { dayMs, hourMs, minuteMs, isoBefore } from '../../domain/time-units.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'

/** Milliseconds between two counts. */
const interval = 10 * minuteMs
/**
 * Milliseconds for which a count is shown. Older counts are hidden, because the scheduled job has
 * stopped.
 */
const shownFor = hourMs

/**
 * Counts the eSIMs of the last 24 hours, every ten minutes, with the median time from payment to
 * eSIM. Excludes scheduled lines and replacement eSIMs, because their time does not depend on the
 * shop's speed.
 */
export async function countDeliveries({
  db,
  now,
}: Pick<BackendContext, 'db' | 'now'>): Promise<void> {
  await db
    .prepare(
      `WITH delivered (seconds) AS (
        SELECT (julianday(e.purchased_at) - julianday(i.paid_at)) * 86400
        FROM esims e JOIN invoices i ON i.id = e.invoice_id
        JOIN invoice_lines l ON l.invoice_id = e.invoice_id AND l.position = e.line_position
        WHERE e.purchased_at > ?1 AND l.deliver_on IS NULL AND NOT EXISTS (
          SELECT 1 FROM invoice_lines old
          WHERE old.invoice_id = l.invoice_id AND old.replaced_by = l.position))
      INSERT INTO delivery_counts (id, delivered, median_seconds, counted_at)
      SELECT 1, (SELECT count(*) FROM delivered), (
        SELECT CAST(round(max(seconds, 1)) AS INTEGER) FROM delivered ORDER BY seconds
        LIMIT 1 OFFSET (SELECT (count(*) - 1) / 2 FROM delivered)), ?2
      WHERE NOT EXISTS (SELECT 1 FROM delivery_counts WHERE id = 1 AND counted_at > ?3)
      ON CONFLICT (id) DO UPDATE SET delivered = excluded.delivered,
        median_seconds = excluded.median_seconds, counted_at = excluded.counted_at`,
    )
    .bind(isoBefore(now, dayMs), now.toISOString(), isoBefore(now, interval))
    .run()
}

/** Returns the last count, if it is recent and at least DELIVERIES_SHOWN_FROM. */
export async function getDeliveryCounts({
  catalogue: db,
  config,
  now,
}: BackendContext): Promise<OperationResult<z.output<typeof deliveryCounts.output>>> {
  const least = config.DELIVERIES_SHOWN_FROM
  if (least === null) return ok({ data: null })
  const row = await db
    .prepare(
      `SELECT delivered, median_seconds AS medianSeconds FROM delivery_counts
      WHERE id = 1 AND delivered >= ? AND median_seconds IS NOT NULL AND counted_at > ?`,
    )
    .bind(least, isoBefore(now, shownFor))
    .first<{ delivered: number; medianSeconds: number }>()
  return ok({ data: row })
}
