import { z } from 'zod'
import type { InvoiceStatus } from './operations.ts'
import type { Currency } from '../kit/money.shared.ts'
import { prepareQuery, runBatch } from '../kit/db.ts'
import type { Query } from '../kit/db.ts'
import { readJsonColumn } from '../kit/stored-json.ts'
import { needsLines } from './lines.ts'

/** Later than every time in the records. */
export const endOfBook = '~'

/** Everything that an order has stored about its refunds. */
export type RefundRecords = {
  readonly order: RecordedOrder
  readonly lines: readonly RecordedLine[]
  readonly refunds: readonly RecordedRefund[]
  readonly facts: readonly RecordedFact[]
}

export type RecordedOrder = {
  readonly invoiceID: string
  readonly status: InvoiceStatus
  readonly currency: Currency
  readonly version: number
}

/** A line that was not replaced. */
export type RecordedLine = {
  readonly invoiceID: string
  readonly position: number
  readonly minor: number
  readonly returnedAt: string | null
  readonly deliveredAt: string | null
}

/** The part of a refund that one payment returns. The parts of a refund have the same time. */
export type RecordedRefund = {
  readonly id: string
  readonly invoiceID: string
  readonly provider: string
  readonly reference: string
  readonly minor: number
  readonly actor: string
  readonly problem: string | null
  readonly requestedAt: string
  readonly acceptedAt: string | null
  readonly refusedAt: string | null
  readonly cancelledAt: string | null
  readonly positions: readonly number[]
  /** The difference in price of an exchanged plan. */
  readonly isDifference: boolean
}
const lineNumbers = z.array(z.int())
type RefundRow = Omit<RecordedRefund, 'positions' | 'isDifference'> & {
  readonly positions: string
  readonly isDifference: number
}

/** A fact in the currency of the order. A won dispute counts in any currency. */
export type RecordedFact = {
  readonly invoiceID: string
  readonly kind: 'charged' | 'refunded' | 'dispute-lost' | 'dispute-won'
  readonly id: string
  readonly provider: string
  readonly reference: string
  readonly minor: number
  /** The time at the provider. */
  readonly at: string
  readonly receivedAt: string
}

type RecordQueries = readonly [
  orders: Query<RecordedOrder>,
  lines: Query<RecordedLine>,
  refunds: Query<RefundRow>,
  facts: Query<RecordedFact>,
]
type RecordResults = readonly [
  orders: D1Result<RecordedOrder>,
  lines: D1Result<RecordedLine>,
  refunds: D1Result<RefundRow>,
  facts: D1Result<RecordedFact>,
]

const orderColumns = `i.id AS invoiceID, i.status, i.currency,
  (SELECT v.version FROM invoice_versions v WHERE v.invoice_id = i.id) AS version`

const lineColumns = `l.invoice_id AS invoiceID, l.position, l.amount_minor AS minor,
  l.refund_requested_at AS returnedAt, coalesce(
    (SELECT e.purchased_at FROM esims e
      WHERE e.invoice_id = l.invoice_id AND e.line_position = l.position),
    (SELECT max(o.ended_at) FROM supplier_orders o
      WHERE o.invoice_id = l.invoice_id AND o.line_position = l.position
        AND o.kind = 'top-up' AND o.status = 'done')) AS deliveredAt`

const refundColumns = `r.id, r.invoice_id AS invoiceID, r.provider, r.reference,
  r.amount_minor AS minor, r.actor, r.problem, r.requested_at AS requestedAt,
  r.accepted_at AS acceptedAt, r.refused_at AS refusedAt, r.cancelled_at AS cancelledAt, r.positions,
  EXISTS (SELECT 1 FROM invoice_lines l WHERE l.invoice_id = r.invoice_id
    AND l.replaced_by IS NOT NULL AND l.refund_requested_at = r.requested_at) AS isDifference`

const factColumns = `f.invoice_id AS invoiceID, f.kind, f.id, f.provider, f.reference,
  f.amount_minor AS minor, f.at, f.received_at AS receivedAt`

/** Queries for the records of the orders whose ids `invoices`, a SELECT, returns. */
export function recordQueries(
  db: D1Database,
  invoices: string,
  ...params: readonly string[]
): RecordQueries {
  const orders = `SELECT ${orderColumns} FROM invoices i WHERE i.id IN (${invoices})`
  const lines = `SELECT ${lineColumns} FROM invoice_lines l
    WHERE l.invoice_id IN (${invoices}) AND l.replaced_by IS NULL ORDER BY l.position`
  const refunds = `SELECT ${refundColumns} FROM refunds r
    WHERE r.invoice_id IN (${invoices}) ORDER BY r.requested_at, r.id`
  const facts = `SELECT ${factColumns}
    FROM payment_facts f JOIN invoices i ON i.id = f.invoice_id
      AND (i.currency = f.currency OR f.kind = 'dispute-won')
    WHERE f.invoice_id IN (${invoices})
      AND f.kind IN ('charged', 'refunded', 'dispute-lost', 'dispute-won')
    ORDER BY f.received_at, f.id`
  return [
    prepareQuery<RecordedOrder>(db, orders, ...params),
    prepareQuery<RecordedLine>(db, lines, ...params),
    prepareQuery<RefundRow>(db, refunds, ...params),
    prepareQuery<RecordedFact>(db, facts, ...params),
  ]
}

/** Returns the records of each order. */
export function toRecords([orders, lines, refunds, facts]: RecordResults): RefundRecords[] {
  const linesOf = Map.groupBy(lines.results, ({ invoiceID }) => invoiceID)
  const refundsOf = Map.groupBy(refunds.results.map(toRefund), ({ invoiceID }) => invoiceID)
  const factsOf = Map.groupBy(facts.results, ({ invoiceID }) => invoiceID)
  return orders.results.map((order) => ({
    order,
    lines: linesOf.get(order.invoiceID) ?? [],
    refunds: refundsOf.get(order.invoiceID) ?? [],
    facts: factsOf.get(order.invoiceID) ?? [],
  }))
}

function toRefund({ positions, isDifference, ...row }: RefundRow): RecordedRefund {
  return {
    ...row,
    positions: readJsonColumn('refunds.positions', lineNumbers, positions),
    isDifference: isDifference === 1,
  }
}

/**
 * SQL: the orders with a refund `r` that the provider refused, and that staff may still have to
 * make.
 */
const withRefusedRefunds = `SELECT r.invoice_id
  FROM refunds r INDEXED BY refunds_refused JOIN invoices i ON i.id = r.invoice_id
  WHERE r.refused_at IS NOT NULL AND r.accepted_at IS NULL AND r.cancelled_at IS NULL
    AND i.status <> 'refunded'
    AND (r.positions = '[]' OR ${needsLines('r', 'i.status')})`

/** Returns the records of all orders with a refund that the provider refused. */
export async function readRefusedRecords(db: D1Database): Promise<RefundRecords[]> {
  return toRecords(await runBatch(db, recordQueries(db, withRefusedRefunds)))
}

/** Returns the records of one order. */
export async function readRecords(
  db: D1Database,
  invoiceID: string,
): Promise<RefundRecords | undefined> {
  return toRecords(await runBatch(db, recordQueries(db, 'SELECT ?', invoiceID)))[0]
}
