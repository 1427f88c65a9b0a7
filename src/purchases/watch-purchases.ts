import { orderSubject, type AlertCondition } from '../messages/alerts.ts'
import { dayMs, isoBefore, hourMs } from '../kit/time.shared.ts'
import { delayMail } from '../orders/order-mails.ts'
import { convertedSql } from '../plans/profit.ts'
import type { BackendConfig } from '../settings.ts'
import type { SourcingContext } from './purchase.ts'
import { raw, readRows, sql } from '../kit/sql.ts'

const subject = sql`supplier || ' ' || ${orderSubject.sql('order_id')}`

/** Supplier orders that may have been bought, and that only a person can check. */
export const heldOrders: AlertCondition = {
  kind: 'supplier-order-held',
  query: sql`SELECT ${subject} AS subject, group_concat(plan_code || ': ' || problem, '; ') AS detail,
      order_id
    FROM purchases WHERE status = 'held' GROUP BY 1`,
}

/** Plans that suppliers refused within the last 24 hours because they could not deliver them. */
export function undeliverablePlans(now: Date): AlertCondition {
  return {
    kind: 'supplier-plan-refused',
    query: sql`SELECT supplier AS subject, group_concat(DISTINCT plan_code || ' ' || refusal) AS detail,
        NULL AS order_id
      FROM purchases WHERE refusal IN ('plan-gone', 'out-of-stock') AND ended_at > ${isoBefore(now, dayMs)}
      GROUP BY supplier`,
  }
}

/**
 * Profiles that the shop bought and that no customer got, withdrawn within the last week. The
 * supplier did not take them back.
 */
export function unusedProfiles(now: Date): AlertCondition {
  return {
    kind: 'profile-unused',
    query: sql`SELECT ${subject} AS subject, group_concat(plan_code || ': ' || iccid, '; ') AS detail,
        order_id
      FROM (SELECT o.supplier, o.order_id, o.plan_code, o.iccid
        FROM stock INDEXED BY stock_withdrawn
        CROSS JOIN purchases o ON o.iccid = stock.iccid AND o.kind = 'plan'
        WHERE stock.withdrawn_at > ${isoBefore(now, 7 * dayMs)} AND stock.order_id IS NULL
          AND o.status = 'done' AND o.next_try_at IS NULL)
      GROUP BY 1`,
  }
}

/** Orders with a line that was delivered within the last 24 hours for less than its cost. */
export function salesBelowCost({ CURRENCIES: [base] }: BackendConfig, now: Date): AlertCondition {
  const amountIn = (minor: string, currency: string) =>
    raw(convertedSql({ minor, currency, at: 'i.paid_at' }, base))
  return {
    kind: 'sale-below-cost',
    query: sql`SELECT ${orderSubject.sql('l.order_id')} AS subject,
        group_concat(l.plan_id, ', ') AS detail, l.order_id
      FROM (SELECT order_id, line_position FROM esims WHERE purchased_at > ${isoBefore(now, dayMs)}
        UNION ALL SELECT order_id, line_position FROM purchases
          WHERE status IN ('done', 'returned') AND kind = 'top-up' AND ended_at > ${isoBefore(now, dayMs)}) sold
      CROSS JOIN order_lines l ON l.order_id = sold.order_id AND l.position = sold.line_position
      CROSS JOIN orders i ON i.id = l.order_id
      JOIN line_costs c ON c.order_id = l.order_id AND c.position = l.position
      WHERE ${amountIn('c.cost_minor', 'c.cost_currency')}
        > ${amountIn('l.amount_minor', 'i.currency')}
      GROUP BY l.order_id`,
  }
}

/** Orders that suppliers refused within the last 24 hours because of an error of the shop. */
export function invalidOrders(now: Date): AlertCondition {
  return {
    kind: 'supplier-order-invalid',
    query: sql`SELECT supplier AS subject, count(*) || ': ' || max(problem) AS detail, NULL AS order_id
      FROM purchases WHERE refusal = 'invalid' AND ended_at > ${isoBefore(now, dayMs)}
      GROUP BY supplier`,
  }
}

type DelayedLine = {
  readonly invoiceID: string
  readonly position: number
  readonly createdAt: string
}

/** Within this time, the hourly search or a person usually finds the order. */
const pause = hourMs

/**
 * Emails customers whose supplier order was placed at least an hour ago and waits for a person.
 * Sends at most 20 emails per run, and one per line.
 */
export async function mailDelays(
  context: Pick<SourcingContext, 'db' | 'config' | 'now'>,
): Promise<void> {
  const { db, now } = context
  const results = await readRows<DelayedLine>(db)`SELECT o.order_id AS invoiceID,
      o.line_position AS position, o.created_at AS createdAt
    FROM purchases o
    JOIN orders i ON i.id = o.order_id AND i.status = 'paid'
    JOIN line_states l ON l.order_id = o.order_id AND l.position = o.line_position
    WHERE o.status = 'held' AND o.created_at <= ${isoBefore(now, pause)} AND l.is_waiting
      AND NOT EXISTS (SELECT 1 FROM outbox m WHERE m.purpose = 'delayed'
        AND m.dedupe_key = o.order_id || ':' || o.line_position)
    ORDER BY o.created_at LIMIT 20`
  for (const line of results) await (await delayMail(context, line, new Date(line.createdAt))).run()
}
