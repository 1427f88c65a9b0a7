import { oldestOf } from '../kit/retention.ts'
import { dayMs, hourMs, isoBefore } from '../kit/time.shared.ts'
import type { BackendContext } from '../context.ts'
import { limitLostTime } from '../payments/payment-provider.ts'
import { attemptColumns, type Attempt } from './attempts.ts'
import { expireOrderSql, isUnpaid } from './lines.ts'
import { cancelPayment } from './cancel-payments.ts'
import { ordersWithoutUse } from './promo-codes.ts'
import { ordersWithoutVoucher } from './vouchers.ts'
import { prepare, raw, readRows } from '../kit/sql.ts'

type JobContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'> & {
  /** Returns the current time, because a run takes minutes. Default: `now`. */
  readonly clock?: () => Date
}

/**
 * Orders per run. The job runs every minute, and an attacker can place hundreds of thousands of
 * orders a day.
 */
const maxOrders = 1000
/**
 * Expired orders that the shop stores for the whole time. They take about 200 MB, and D1 has 10
 * GB for a database.
 */
const maxExpired = 100_000
/** When there are more, they are deleted this many milliseconds after their expiry. */
const shortestStorage = 2 * dayMs
/** Payments per run. Each payment takes a call to its provider. */
const maxPayments = 20
/**
 * Milliseconds after expiry in which cancellations are retried. The payment pages expire anyway.
 */
const cancelWindow = hourMs

/**
 * Expires orders that were not paid within INVOICE_HOURS, or that lost the use of their promo code
 * or the money of their voucher, and cancels their payments. The shop still delivers an expired order that is paid later. Deletes
 * expired orders after 30 days, or earlier if there are very many, unless their providers have
 * reported facts other than declines.
 */
export async function expireOrders(context: JobContext): Promise<void> {
  const { db, config, now } = context
  const start = isoBefore(now, config.INVOICE_HOURS * hourMs)
  await prepare(db)`${expireOrderSql(now)} WHERE id IN (
    SELECT * FROM (SELECT id FROM orders WHERE ${raw(isUnpaid)} AND created_at <= ${start}
      ORDER BY created_at LIMIT ${raw(maxOrders)})
    UNION SELECT * FROM (${ordersWithoutUse(now)} LIMIT ${raw(maxOrders)})
    UNION SELECT * FROM (${ordersWithoutVoucher(now)} LIMIT ${raw(maxOrders)}))`.run()
  await cancelAll(context, await paymentsToCancel(context))
  await deleteOldOrders(context)
}

/** Skips a provider that does not answer until the next run. */
async function cancelAll(context: JobContext, attempts: readonly Attempt[]): Promise<void> {
  const { now, clock = () => now } = context
  const call = limitLostTime(clock)
  for (const attempt of attempts)
    await call(attempt.provider, async () =>
      cancelPayment(context, attempt, attempt.reference ?? ''),
    )
}

/**
 * Returns payments of orders that have just expired, even if the payment page has expired too.
 * Payments that could not be cancelled in earlier runs come last.
 */
async function paymentsToCancel({ db, now, providers }: JobContext): Promise<Attempt[]> {
  const results = await readRows<Attempt>(db)`UPDATE payments SET cancel_tried_at = ${now}
    WHERE attempt_id IN (
      SELECT attempt_id FROM orders i JOIN payments p ON p.order_id = i.id
      WHERE i.status = 'expired' AND i.expired_at > ${isoBefore(now, cancelWindow)}
        AND p.reference IS NOT NULL
        AND p.cancelled_at IS NULL AND p.provider IN (SELECT value
          FROM json_each(${JSON.stringify(providers.map(({ id }) => id))}))
      ORDER BY p.cancel_tried_at, i.expired_at LIMIT ${raw(maxPayments)})
    RETURNING ${raw(attemptColumns)}`
  return results
}

async function deleteOldOrders({ db, now }: JobContext): Promise<void> {
  const hasNoFact = `NOT EXISTS (
    SELECT 1 FROM payment_facts WHERE order_id = i.id AND kind <> 'declined')`
  const results = await readRows<{ id: string }>(db)`SELECT id FROM orders i
    WHERE status = 'expired' AND ${raw(hasNoFact)} AND expired_at <= iif(
      EXISTS (SELECT 1 FROM orders WHERE status = 'expired' AND expired_at > ''
        LIMIT 1 OFFSET ${raw(maxExpired)}), ${isoBefore(now, shortestStorage)},
          ${oldestOf('unpaidOrders', now)})
    ORDER BY expired_at LIMIT ${raw(maxOrders)}`
  if (results.length === 0) return
  const ids = JSON.stringify(results.map(({ id }) => id))
  // Check again, because a fact may have arrived in the meantime.
  const old = `SELECT id FROM orders i WHERE id IN (SELECT value FROM json_each(?)) AND ${hasNoFact}`
  await db.batch(
    [
      // These facts are declines: `old` excludes orders with any other fact.
      `DELETE FROM payment_facts WHERE order_id IN (${old})`,
      `DELETE FROM promo_uses WHERE order_id IN (${old})`,
      `DELETE FROM payments WHERE order_id IN (${old})`,
      `DELETE FROM top_ups WHERE order_id IN (${old})`,
      `UPDATE audit SET details = json_remove(details, '$.text')
      WHERE subject_kind = 'invoice' AND subject_id IN (${old}) AND action = 'note'`,
      `DELETE FROM order_lines WHERE order_id IN (${old})`,
      `DELETE FROM orders WHERE id IN (${old})`,
    ].map((statement) => db.prepare(statement).bind(ids)),
  )
}
