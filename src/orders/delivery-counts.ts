import type { OutputOf } from '../operations.ts'
import { z } from 'zod'
import { ok } from '../kit/result.shared.ts'
import { dayMs, hourMs, minuteMs, isoBefore } from '../kit/time.shared.ts'
import type { BackendContext, DataContext } from '../context.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { readState } from '../kit/db.ts'
import { prepare } from '../kit/sql.ts'

/** Milliseconds between two counts. */
const interval = 10 * minuteMs
/**
 * Milliseconds for which a count is shown. Older counts are hidden, because the scheduled job has
 * stopped.
 */
const shownFor = hourMs

const storedCount = z.object({
  countedAt: z.string(),
  delivered: z.int(),
  /** Null: no eSIM was delivered. */
  medianSeconds: z.int().nullable(),
})

/**
 * Counts the eSIMs of the last 24 hours, every ten minutes, with the median time from payment to
 * eSIM. Excludes scheduled lines and replacement eSIMs, because their time does not depend on the
 * shop's speed.
 */
export async function countDeliveries({ db, now }: DataContext): Promise<void> {
  await prepare(db)`WITH delivered (seconds) AS (
      SELECT (julianday(e.purchased_at) - julianday(i.paid_at)) * 86400
      FROM esims e JOIN orders i ON i.id = e.order_id
      JOIN order_lines l ON l.order_id = e.order_id AND l.position = e.line_position
      WHERE e.purchased_at > ${isoBefore(now, dayMs)} AND l.deliver_on IS NULL AND NOT EXISTS (
        SELECT 1 FROM order_lines old
        WHERE old.order_id = l.order_id AND old.replaced_by = l.position))
    INSERT INTO state (name, value)
    SELECT 'delivery-counts', json_object('countedAt', ${now},
      'delivered', (SELECT count(*) FROM delivered),
      'medianSeconds', (
        SELECT CAST(round(max(seconds, 1)) AS INTEGER) FROM delivered ORDER BY seconds
        LIMIT 1 OFFSET (SELECT (count(*) - 1) / 2 FROM delivered)))
    WHERE NOT EXISTS (
      SELECT 1 FROM state WHERE name = 'delivery-counts'
        AND value ->> 'countedAt' > ${isoBefore(now, interval)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.run()
}

/** Returns the last count, if it is recent and at least DELIVERIES_SHOWN_FROM. */
export async function getDeliveryCounts({
  catalogue: db,
  config,
  now,
}: BackendContext): Promise<OperationResult<OutputOf<'deliveryCounts'>>> {
  const least = config.DELIVERIES_SHOWN_FROM
  if (least === null) return ok({ data: null })
  const count = await readState(db, 'delivery-counts', storedCount)
  if (!count || count.delivered < least || count.countedAt <= isoBefore(now, shownFor))
    return ok({ data: null })
  const { delivered, medianSeconds } = count
  return ok({ data: medianSeconds === null ? null : { delivered, medianSeconds } })
}
