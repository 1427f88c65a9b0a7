import { orderNumberLength, orderNumberOf } from '../kit/order-number.ts'
import { officeHref } from '../words/office-paths.ts'
import { join, prepare, raw, sql, type Sql } from '../kit/sql.ts'

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
  | 'webhook-stopped'
  | 'mail-failed'
  | 'mail-bounced'
  | 'reconciliation-difference'
  | 'sold-out-after-payment'
  | 'refund-refused'
  | 'unassigned-refund'
  | 'profile-returned'
  | 'profile-unused'
  | 'esim-reissued'
  | 'own-correction-paid'
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
  readonly query: Sql
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
  const query = sql`SELECT ${subject} AS subject, ${detail} AS detail,
    (SELECT id FROM orders WHERE id = ${orderID ?? ''}) AS order_id`
  return raiseFor(db, { kind, query }, now)
}

/** Does nothing when no alert of the kind is open for the subject. */
export function endAlert(
  db: D1Database,
  kind: AlertKind,
  subject: string,
  now: Date,
): D1PreparedStatement {
  return prepare(db)`UPDATE alerts SET ended_at = ${now} WHERE kind = ${kind}
    AND subject = ${subject} AND ended_at IS NULL`
}

/** Raises the alerts that a condition selects, and ends the other open alerts of its kind. */
export function applyCondition(
  db: D1Database,
  condition: AlertCondition,
  now: Date,
): D1PreparedStatement[] {
  const { kind, query } = condition
  const endOthers = prepare(db)`UPDATE alerts SET ended_at = ${now} WHERE kind = ${kind}
    AND ended_at IS NULL AND subject NOT IN (SELECT subject FROM (${query}))`
  return [raiseFor(db, condition, now), endOthers]
}

/**
 * Raises and ends the alerts of one order.
 * @param details SQL over `order_states s JOIN orders i`: the detail of each kind, or NULL to end it
 */
export function settleOrderAlerts(
  db: D1Database,
  orderID: string,
  details: Readonly<Partial<Record<AlertKind, Sql>>>,
  now: Date,
): D1PreparedStatement[] {
  const pairs = Object.entries(details).map(([kind, detail]) => sql`${kind}, ${detail}`)
  const query = sql`SELECT alert.key AS kind, alert.value AS detail, s.order_id,
      ${orderSubject.sql('s.order_id')} AS subject
    FROM order_states s JOIN orders i ON i.id = s.order_id
    JOIN json_each(json_object(${join(pairs, ', ')})) alert WHERE s.order_id = ${orderID}`
  return [
    raiseFor(
      db,
      { kind: sql`kind`, query: sql`SELECT * FROM (${query}) WHERE detail IS NOT NULL` },
      now,
    ),
    prepare(db)`UPDATE alerts SET ended_at = ${now} FROM (${query}) settled
      WHERE alerts.kind = settled.kind AND alerts.subject = settled.subject
        AND alerts.ended_at IS NULL AND settled.detail IS NULL`,
  ]
}

/**
 * The subject of an alert about an order: the first ten characters of its id. They identify the
 * order, but do not open its page. `sql` returns the subject of an SQL expression.
 */
export const orderSubject = {
  length: orderNumberLength,
  of: orderNumberOf,
  sql: (column: string) => raw(`substr(${column}, 1, ${orderNumberLength})`),
}

function raiseFor(
  db: D1Database,
  { kind, query }: { readonly kind: AlertKind | Sql; readonly query: Sql },
  now: Date,
): D1PreparedStatement {
  // Without WHERE, SQLite parses ON after FROM as a join condition.
  return prepare(db)`INSERT INTO alerts (kind, since, subject, detail, order_id)
    SELECT ${kind}, ${now}, subject, detail, order_id FROM (${query}) WHERE true
    ON CONFLICT (kind, subject) WHERE ended_at IS NULL DO UPDATE SET detail = excluded.detail`
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
  if (kind === 'webhook-stopped') return officeHref('webhooks')
  return kind === 'low-stock' ? officeHref('plan', { id: subject }) : null
}
