import { storedDetailSql } from './alert-detail.ts'
import { orderSubject } from './alerts.ts'
import type { AlertCondition } from './alerts.ts'
import { dayMs, isoBefore } from '../kit/time.shared.ts'
import { dayAsHour, hourOf, shopMessages, shopOrders } from '../api/rate-limit.ts'
import type { ShopLimit } from '../api/rate-limit.ts'
import { webhooksToAlert } from '../api/webhook.ts'

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
    sql: `SELECT ${orderSubject.sql('b.order_id')} AS subject,
        ${purposes} AS detail, b.order_id
      FROM outbox b INDEXED BY outbox_bounced
      WHERE b.bounced_at > ? AND b.order_id IS NOT NULL AND b.purpose <> 'address-changed'
        AND NOT EXISTS (
        SELECT 1 FROM outbox copy INDEXED BY outbox_by_order
        WHERE copy.order_id = b.order_id AND copy.purpose = 'esim-copy'
          AND copy.created_at > b.created_at AND copy.sent_at IS NOT NULL
          AND copy.bounced_at IS NULL)
      GROUP BY b.order_id`,
    params: [isoBefore(now, week)],
  }
}

const messages = storedDetailSql('messages', {
  count: 'count(*)',
  purposes: 'json_group_array(DISTINCT purpose)',
})

/**
 * Selects mail and SMS that the shop stopped retrying in the last 24 hours and that nobody has
 * queued again. Excludes alert mail, because failed reminders would keep the alert open.
 */
export function failedMail(now: Date): AlertCondition {
  return {
    kind: 'mail-failed',
    sql: `SELECT kind AS subject, ${messages} AS detail, NULL AS order_id
      FROM outbox
      WHERE given_up_at > ? AND sent_at IS NULL AND purpose <> 'alert' GROUP BY kind`,
    params: [isoBefore(now, dayMs)],
  }
}

/** Raises an alert while the shop limits every visitor, because it gets very many actions. */
export function limitedVisitors(now: Date): AlertCondition {
  const limits = [shopOrders, shopMessages]
  return {
    kind: 'visitors-limited',
    sql: limits.map(select).join(' UNION ALL '),
    params: limits.map(({ period }) => (period === 'day' ? dayAsHour(now) : hourOf(now))),
  }
}

function select({ action, usual, period }: ShopLimit): string {
  const code = period === 'day' ? 'actions-of-day' : 'actions-of-hour'
  return `SELECT '${action}' AS subject, ${storedDetailSql(code, { count: 'count' })} AS detail,
      NULL AS order_id
    FROM limits WHERE action = '${action}' AND hour = ? AND count >= ${usual}`
}

/** Selects paths with three unproven webhooks in a row, the last one within a day. */
export function unprovenWebhooks(now: Date): AlertCondition {
  return {
    kind: 'unproven-webhooks',
    sql: `SELECT path AS subject, ${storedDetailSql('unproven', { at: 'last_at' })} AS detail,
        NULL AS order_id
      FROM unproven_webhooks WHERE count >= ${webhooksToAlert} AND last_at > ?`,
    params: [isoBefore(now, dayMs)],
  }
}
