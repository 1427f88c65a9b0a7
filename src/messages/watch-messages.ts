import { storedDetailSql } from './alert-detail.ts'
import { orderSubject, type AlertCondition } from './alerts.ts'
import { dayMs, isoBefore } from '../kit/time.shared.ts'
import { dayAsHour, hourOf, shopMessages, shopOrders, type ShopLimit } from '../api/rate-limit.ts'
import { webhooksToAlert } from '../api/webhook.ts'
import { join, sql, type Sql } from '../kit/sql.ts'

const purposes = storedDetailSql('messages', {
  count: 'NULL',
  purposes: 'json_group_array(DISTINCT b.purpose)',
})
const week = 7 * dayMs

/**
 * Selects orders whose mail bounced within a week. A later copy of the email ends the alert,
 * because staff have corrected the address. Bounces of the notice to the old address are ignored.
 */
export function bouncedMail(now: Date): AlertCondition {
  return {
    kind: 'mail-bounced',
    query: sql`SELECT ${orderSubject.sql('b.order_id')} AS subject,
        ${purposes} AS detail, b.order_id
      FROM outbox b INDEXED BY outbox_bounced
      WHERE b.bounced_at > ${isoBefore(now, week)} AND b.order_id IS NOT NULL
        AND b.purpose <> 'address-changed'
        AND NOT EXISTS (
        SELECT 1 FROM outbox copy INDEXED BY outbox_by_order
        WHERE copy.order_id = b.order_id AND copy.purpose = 'esim-copy'
          AND copy.created_at > b.created_at AND copy.sent_at IS NOT NULL
          AND copy.bounced_at IS NULL)
      GROUP BY b.order_id`,
  }
}

const messages = storedDetailSql('messages', {
  count: 'count(*)',
  purposes: 'json_group_array(DISTINCT purpose)',
})

/**
 * Selects mail and SMS that the shop stopped retrying in the last 24 hours and that nobody has
 * queued again. Excludes alert mail, because failed reminders would keep the alert open, and
 * events, whose webhook is stopped.
 */
export function failedMail(now: Date): AlertCondition {
  return {
    kind: 'mail-failed',
    query: sql`SELECT kind AS subject, ${messages} AS detail, NULL AS order_id
      FROM outbox
      WHERE given_up_at > ${isoBefore(now, dayMs)} AND sent_at IS NULL
        AND purpose NOT IN ('alert', 'webhook')
        GROUP BY kind`,
  }
}

/** Raises an alert while the shop limits every visitor, because it gets very many actions. */
export function limitedVisitors(now: Date): AlertCondition {
  const queries = [shopOrders, shopMessages].map((limit) => limitedBy(limit, now))
  return { kind: 'visitors-limited', query: join(queries, ' UNION ALL ') }
}

function limitedBy({ action, usual, period }: ShopLimit, now: Date): Sql {
  const isDaily = period === 'day'
  const code = isDaily ? 'actions-of-day' : 'actions-of-hour'
  return sql`SELECT ${action} AS subject, ${storedDetailSql(code, { count: 'count' })} AS detail,
      NULL AS order_id
    FROM limits WHERE action = ${action} AND last_hour = ${isDaily ? dayAsHour(now) : hourOf(now)}
      AND count >= ${usual}`
}

/** Selects paths with three unproven webhooks in a row, the last one within a day. */
export function unprovenWebhooks(now: Date): AlertCondition {
  return {
    kind: 'unproven-webhooks',
    query: sql`SELECT subject, ${storedDetailSql('unproven', { at: 'last_at' })} AS detail,
        NULL AS order_id
      FROM failures WHERE subject LIKE '/%' AND count >= ${webhooksToAlert}
        AND last_at > ${isoBefore(now, dayMs)}`,
  }
}
