import { orderNumberLength, orderNumberOf } from '../kit/order-number.ts'
import { officeHref } from '../words/office-paths.ts'

/** docs/operations.md has a remedy for each kind. */
export type AlertKind =
  | 'paid-undelivered'
  | 'overcharged'
  | 'dispute'
  | 'payment-warning'
  | 'unmatched-fact'
  | 'malformed-webhook'
  | 'unproven-webhooks'
  | 'webhooks-late'
  | 'mail-failed'
  | 'mail-bounced'
  | 'reconciliation-difference'
  | 'sold-out-after-payment'
  | 'refund-refused'
  | 'unassigned-refund'
  | 'profile-returned'
  | 'profile-unused'
  | 'codes-used-up'
  | 'codes-guessed'
  | 'passwords-guessed'
  | 'visitors-limited'
  | 'unpaid-orders'
  | 'payments-not-started'
  | 'supplier-order-held'
  | 'supplier-order-invalid'
  | 'supplier-plan-refused'
  | 'supplier-key-refused'
  | 'supplier-balance-refused'
  | 'supplier-out-of-balance'
  | 'supplier-low-balance'
  | 'catalogue-sync'
  | 'prices-too-low'
  | 'sale-below-cost'
  | 'job-failing'
  | 'low-stock'

type Alert = {
  readonly kind: AlertKind
  /** A subject has at most one open alert of a kind. */
  readonly subject: string
  /**
   * A text or a `storedDetail` with amounts, references and counts. Must not contain personal data,
   * because alerts are sent outside the shop.
   */
  readonly detail: string
  /** The order that the alert is about, if any. */
  readonly orderID?: string
}

/** A query for the subjects that should have an open alert of a kind. */
export type AlertCondition = {
  readonly kind: AlertKind
  /** Selects `subject`, `detail` and `order_id`, which is NULL unless the subject is an order. */
  readonly sql: string
  readonly params: readonly string[]
}

/**
 * Raises an alert, or updates the detail of an open alert. Run the statement in the batch that
 * causes the alert.
 */
export function raiseAlert(
  db: D1Database,
  { kind, subject, detail, orderID }: Alert,
  now: Date,
): D1PreparedStatement {
  return raiseFor(
    db,
    {
      kind,
      sql: `SELECT ? AS subject, ? AS detail, (SELECT id FROM orders WHERE id = ?) AS order_id`,
      params: [subject, detail, orderID ?? ''],
    },
    now,
  )
}

/** Does nothing when no alert of the kind is open for the subject. */
export function endAlert(
  db: D1Database,
  kind: AlertKind,
  subject: string,
  now: Date,
): D1PreparedStatement {
  return db
    .prepare('UPDATE alerts SET ended_at = ? WHERE kind = ? AND subject = ? AND ended_at IS NULL')
    .bind(now.toISOString(), kind, subject)
}

/** Raises the alerts that a condition selects, and ends the other open alerts of its kind. */
export function applyCondition(
  db: D1Database,
  condition: AlertCondition,
  now: Date,
): D1PreparedStatement[] {
  const { kind, sql, params } = condition
  const endOthers = db
    .prepare(
      `UPDATE alerts SET ended_at = ? WHERE kind = ? AND ended_at IS NULL
        AND subject NOT IN (SELECT subject FROM (${sql}))`,
    )
    .bind(now.toISOString(), kind, ...params)
  return [raiseFor(db, condition, now), endOthers]
}

/**
 * Raises the alert of one subject if the condition selects it, and ends the alert if not. The
 * condition must not select other subjects.
 */
export function settleAlert(
  db: D1Database,
  condition: AlertCondition,
  subject: string,
  now: Date,
): D1PreparedStatement[] {
  const { kind, sql, params } = condition
  const end = db
    .prepare(
      `UPDATE alerts SET ended_at = ? WHERE kind = ? AND subject = ? AND ended_at IS NULL
        AND NOT EXISTS (${sql})`,
    )
    .bind(now.toISOString(), kind, subject, ...params)
  return [raiseFor(db, condition, now), end]
}

/**
 * The subject of an alert about an order: the first ten characters of its id. They identify the
 * order, but do not open its page. `sql` returns an SQL expression of the subject.
 */
export const orderSubject = {
  length: orderNumberLength,
  of: orderNumberOf,
  sql: (column: string) => `substr(${column}, 1, ${orderNumberLength})`,
}

function raiseFor(
  db: D1Database,
  { kind, sql, params }: AlertCondition,
  now: Date,
): D1PreparedStatement {
  return db
    .prepare(
      // Without WHERE, SQLite parses ON after FROM as a join condition.
      `INSERT INTO alerts (kind, since, subject, detail, order_id)
      SELECT ?, ?, subject, detail, order_id FROM (${sql}) WHERE true
      ON CONFLICT (kind, subject) WHERE ended_at IS NULL DO UPDATE SET detail = excluded.detail`,
    )
    .bind(kind, now.toISOString(), ...params)
}

type AlertAbout = {
  readonly kind: AlertKind
  readonly subject: string
  /** Null if the subject is not an order. */
  readonly invoiceID: string | null
}

/** Returns the path in the back office of the object of an alert, or null for an alert without. */
export function alertHref({ kind, subject, invoiceID }: AlertAbout): string | null {
  if (invoiceID !== null) return officeHref('orders', { q: orderNumberOf(invoiceID) })
  if (kind === 'mail-failed') return officeHref('failedMessages')
  return kind === 'low-stock' ? officeHref('plan', { id: subject }) : null
}
