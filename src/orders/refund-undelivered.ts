import { z } from 'zod'
import { logEvent } from '../kit/log.ts'
import { hourMs, isoBefore } from '../kit/time.shared.ts'
import { invoiceSubject } from '../messages/alerts.ts'
import { prepareQuery, runBatch } from '../kit/db.ts'
import { isWaiting, waitingSince, systemActor } from './lines.ts'
import { readJsonColumn } from '../kit/stored-json.ts'
import { paidBefore } from './paid-lines.ts'
import { bookRefunds, claimsAt } from './refund-book.ts'
import type { RefundBook } from './refund-book.ts'
import { refundInvoice } from './refund-invoice.ts'
import { endOfBook, recordQueries, toRecords } from './refund-records.ts'
import { idsOf } from './refund-keys.ts'
import { returnPaidLines } from './return-paid-lines.ts'
import { isMade } from './return-refused-lines.ts'
import { staffAmounts } from './staff-amounts.ts'

type OverdueContext = Parameters<typeof refundInvoice>[0]
type OverdueRow = {
  /** JSON: the price of each line by its position. */
  prices: string
  price: number
  held: number
  due: number
  key: string
  /** 1 if the provider refused the refund of the lines. */
  isRefused: number
}
type OverdueLines = Omit<OverdueRow, 'prices'> & {
  readonly positions: readonly number[]
  /**
   * The lines whose refused refund the operator has made in the provider's dashboard. Staff may
   * have refunded the other lines since, so they wait for that refund.
   */
  readonly madePositions: readonly number[]
  /** The time of that refused refund, or null. */
  readonly madeSince: string | null
  /** The version of the order. */
  readonly version: number
  /** Minor units that refunds of these lines have paid already. */
  readonly paid: number
  /**
   * Minor units that were returned for other lines that are not returned yet, or in addition to the
   * lines.
   */
  readonly forOthers: number
}

const minorByPosition = z.record(z.string(), z.int())

/** SQL with the deadline as ?1: the line `l` waits and was due before the deadline. */
const isOverdue = `${isWaiting} AND coalesce(l.deliver_on, '') <= ?1`

/**
 * SQL: a payment of the order `i` reports a refund, which may be an amount that staff refunded and
 * that the provider has not confirmed yet. It is not known whether the refund is for a line.
 */
const hasUnclearRefund = `EXISTS (SELECT 1 FROM refunds r
  JOIN payment_facts f ON f.provider = r.provider AND f.reference = r.reference
  WHERE r.invoice_id = i.id AND r.accepted_at IS NULL AND r.refused_at IS NULL
    AND r.actor <> '${systemActor}' AND r.positions = '[]'
    AND f.kind = 'refunded' AND f.received_at >= r.requested_at)`

/** SQL: a part of a refund of lines of the order `i` was refused, and another part is pending. */
const hasPendingPart = `EXISTS (SELECT 1 FROM refunds r, json_each(r.positions) position
  JOIN invoice_lines kept ON kept.invoice_id = r.invoice_id AND kept.position = position.value
  WHERE r.invoice_id = i.id AND r.accepted_at IS NULL AND r.refused_at IS NULL
    AND kept.refund_requested_at IS NULL)`

/**
 * SQL with the deadline as ?1: the order `i` is frozen, its waiting time restarted after the
 * deadline, or the outcome of another refund is not clear.
 */
const isPaused = `(i.frozen_at IS NOT NULL OR ${waitingSince} > ?1 OR ${hasUnclearRefund}
  OR ${hasPendingPart})`

/**
 * SQL: the idempotency key of the automatic refund of the line `l`. Lines of an order with the same
 * delivery date share one refund. Each replaced line changes the key.
 */
const refundKey = `'undelivered:' || i.id || (
  SELECT CASE count(*) WHEN 0 THEN '' ELSE ':' || count(*) END
  FROM invoice_lines old WHERE old.invoice_id = i.id AND old.replaced_by IS NOT NULL)
  || coalesce(':' || l.deliver_on, '')`

/** SQL: the line `l` has an automatic refund. */
const hasRefund = `EXISTS (SELECT 1 FROM refunds r WHERE r.id = ${refundKey} || '/1')`

/**
 * SQL: the provider refused the automatic refund of the line `l`, and the order `i` has a refund.
 * It may be the one that the operator made in the provider's dashboard instead.
 */
const isRefused = `(EXISTS (SELECT 1 FROM refunds r
    WHERE r.id BETWEEN ${refundKey} || '/0' AND ${refundKey} || '/9' AND r.refused_at IS NOT NULL
      AND r.cancelled_at IS NULL)
  AND EXISTS (SELECT 1 FROM payment_facts f WHERE f.invoice_id = i.id AND f.kind = 'refunded'))`

/**
 * SQL with the deadline as ?1: the line `l` is overdue, and its automatic refund was not requested
 * yet, or was refused.
 */
const isToRefund = `${isOverdue} AND (NOT ${hasRefund} OR ${isRefused})`

/**
 * Refunds undelivered lines of up to 20 orders that were paid at least AUTO_REFUND_HOURS ago.
 * Orders that could not be refunded come last in the next run. Staff handle frozen orders. The time
 * restarts when staff unfreeze an order or replace a line.
 */
export async function refundUndelivered(context: OverdueContext): Promise<void> {
  const { db, config, now } = context
  const deadline = isoBefore(now, config.AUTO_REFUND_HOURS * hourMs)
  const { results } = await db
    .prepare(
      `UPDATE invoices SET refund_tried_at = ?2 WHERE id IN (
        SELECT id FROM invoices i INDEXED BY invoices_paid
        WHERE status = 'paid' AND paid_at <= ?1 AND NOT ${isPaused}
          AND EXISTS (SELECT 1 FROM invoice_lines l WHERE l.invoice_id = i.id AND ${isToRefund})
        ORDER BY refund_tried_at, paid_at LIMIT 20)
      RETURNING id`,
    )
    .bind(deadline, now.toISOString())
    .all<{ id: string }>()
  for (const { id } of results) await refundOverdueLines(context, id, deadline)
}

/** Refunds the overdue lines with one delivery date. The next run refunds the next date. */
async function refundOverdueLines(
  context: OverdueContext,
  invoiceID: string,
  deadline: string,
): Promise<void> {
  const lines = await linesToRefund(context.db, invoiceID, deadline)
  // A parallel delivery or a staff action may have changed the order.
  if (!lines) return
  const { positions, madePositions, held, key, version } = lines
  const amountMinor = amountToRefund(lines)
  if (madePositions.length > 0 || (amountMinor <= 0 && held > 0))
    return returnLines(context, invoiceID, lines)
  const refunds = await refundInvoice(context, {
    invoiceID,
    amountMinor,
    positions,
    reason: 'undelivered',
    actor: systemActor,
    idempotencyKey: key,
    version,
  })
  if (refunds.length === 0)
    logEvent({ event: 'nothing-to-refund', invoice: invoiceSubject.of(invoiceID) })
}

/**
 * Returns the overdue lines with the first delivery date whose refund the shop still has to make or
 * complete.
 */
async function linesToRefund(
  db: D1Database,
  invoiceID: string,
  deadline: string,
): Promise<OverdueLines | undefined> {
  const [overdue, ...recorded] = await runBatch(db, [
    prepareQuery<OverdueRow>(
      db,
      `SELECT json_group_object(l.position, l.amount_minor) AS prices, sum(l.amount_minor) AS price,
        s.held_minor AS held, s.due_minor AS due, ${refundKey} AS key,
        max(${hasRefund}) AS isRefused
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
      JOIN invoice_states s ON s.invoice_id = ?2
      WHERE i.id = ?2 AND NOT ${isPaused} AND ${isToRefund}
      GROUP BY key ORDER BY key`,
      deadline,
      invoiceID,
    ),
    ...recordQueries(db, 'SELECT ?', invoiceID),
  ])
  const [records] = toRecords(recorded)
  if (!records) return
  const book = bookRefunds(records)
  return overdue.results
    .map((row) => toOverdueLines(row, book))
    .find(
      (lines) =>
        lines.isRefused === 0 || lines.madePositions.length > 0 || amountToRefund(lines) <= 0,
    )
}

function toOverdueLines({ prices, ...row }: OverdueRow, book: RefundBook): OverdueLines {
  const entries = Object.entries(readJsonColumn('invoice_lines.prices', minorByPosition, prices))
  const lines = entries.map(([key, minor]) => ({ position: Number(key), amount: { minor } }))
  const positions = lines.map(({ position }) => position)
  const kept = book.records.lines
    .filter(({ returnedAt }) => returnedAt === null)
    .map(({ position, minor }) => ({ position, amount: { minor } }))
  const claim = claimsAt(book, endOfBook).find(({ key }) => key === row.key)
  const paid = paidBefore(book, lines)
  const forOthers = paidBefore(book, kept) - paid + staffAmounts(book)
  const made = claim && isMade(claim) ? claim : null
  const madePositions = made?.positions ?? []
  const madeSince = made?.requestedAt ?? null
  const { version } = book.records.order
  return { ...row, positions, madePositions, madeSince, version, paid, forOthers }
}

/**
 * A refund in the provider's dashboard names no line. Unless it makes another refund that the
 * provider refused, it counts towards the undelivered lines, so that the shop does not refund them
 * twice.
 */
function amountToRefund({ price, paid, held, due, forOthers }: OverdueLines): number {
  const priceOfOthers = due - price
  return Math.min(price - paid, held, held + forOthers - priceOfOthers)
}

/**
 * Returns waiting lines whose money was refunded in the provider's dashboard, and accepts their
 * refused refund if the operator has made it.
 */
async function returnLines(
  context: OverdueContext,
  invoiceID: string,
  { key, positions, madePositions, madeSince, version }: OverdueLines,
): Promise<void> {
  const { db, now } = context
  const isMadeByHand = madeSince !== null
  // Another refund may have used the money for other lines since.
  const isUnchanged = `${version} = (
    SELECT version FROM invoice_versions WHERE invoice_id = l.invoice_id)`
  const accept = db
    .prepare(
      `UPDATE refunds SET accepted_at = ?1, problem = NULL
      WHERE id BETWEEN ?2 AND ?3 AND refused_at IS NOT NULL AND accepted_at IS NULL
        AND EXISTS (SELECT 1 FROM invoice_lines l
          WHERE l.invoice_id = refunds.invoice_id AND l.refund_requested_at = ?1)`,
    )
    .bind(now.toISOString(), ...idsOf(key))
  await db.batch([
    ...(await returnPaidLines(context, {
      invoiceID,
      positions: isMadeByHand ? madePositions : positions,
      idempotencyKey: key,
      madeSince,
      condition: `${isWaiting} AND ${isUnchanged}`,
    })),
    ...(isMadeByHand ? [accept] : []),
  ])
}
