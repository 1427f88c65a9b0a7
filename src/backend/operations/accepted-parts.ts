import { prepareQuery } from '../batch.ts'
import type { Query } from '../batch.ts'
import { hasKeptLine, missingOf } from './reported-refunds.ts'

/**
 * What a refund of lines has paid for lines that are not returned. The provider accepted one part
 * of the refund and refused another part.
 */
export type AcceptedPart = {
  /** The lines of the refund. Some can be returned by now. */
  readonly positions: readonly number[]
  readonly minor: number
}
export type AcceptedPartRow = { positions: string; minor: number }

/**
 * Later refunds of single lines used a part of the accepted amount: the difference between the
 * prices of the returned lines and the amounts of these refunds. Refused refunds that the operator
 * has to make use it too.
 */
export function acceptedPartRows(db: D1Database, invoiceID: string): Query<AcceptedPartRow> {
  const priceOfLines = (condition: string) => `(SELECT coalesce(sum(l.amount_minor), 0)
    FROM invoice_lines l WHERE l.invoice_id = ?1 AND ${condition})`
  const returned = `SELECT l.refund_requested_at AS used_at, sum(l.amount_minor) AS price
    FROM invoice_lines l
    WHERE l.invoice_id = ?1 AND l.refund_requested_at IS NOT NULL AND l.replaced_by IS NULL
    GROUP BY l.refund_requested_at
    HAVING max(l.position IN (SELECT value FROM json_each(r.positions)))`
  const toMake = `SELECT q.requested_at AS used_at,
      ${priceOfLines('l.position IN (SELECT value FROM json_each(q.positions))')} AS price
    FROM refunds q WHERE q.invoice_id = ?1 AND q.requested_at > r.requested_at
      AND q.refused_at IS NOT NULL AND q.accepted_at IS NULL AND q.cancelled_at IS NULL
      AND ${hasKeptLine('q')} AND (SELECT count(*) FROM json_each(q.positions)
        WHERE value IN (SELECT value FROM json_each(r.positions))) > 0
    GROUP BY q.requested_at`
  const paid = (condition: string) => `(SELECT coalesce(sum(p.amount_minor), 0) FROM refunds p
    WHERE p.invoice_id = ?1 AND p.requested_at = used_at
      AND p.requested_at <> r.requested_at AND ${condition})`
  const isPaid = paid('(p.accepted_at IS NOT NULL OR p.refused_at IS NULL)')
  const used = (later: string, amount: string) =>
    `(SELECT coalesce(sum(max(0, price - ${amount})), 0) FROM (${later}))`
  return prepareQuery<AcceptedPartRow>(
    db,
    `SELECT r.positions,
        sum(${missingOf('r')}) - ${used(returned, isPaid)} - ${used(toMake, paid('TRUE'))} AS minor
      FROM refunds r
      WHERE r.invoice_id = ?1 AND r.accepted_at IS NOT NULL AND r.positions <> '[]'
      GROUP BY r.requested_at, r.positions HAVING minor > 0`,
    invoiceID,
  )
}

export function toAcceptedPart({ positions, minor }: AcceptedPartRow): AcceptedPart {
  // `positions` is an array of integers in JSON.
  return { positions: JSON.parse(positions) as number[], minor }
}

/** Returns the minor units that earlier refunds have paid for these lines. */
export function paidBefore(
  parts: readonly AcceptedPart[],
  lines: readonly { readonly position: number; readonly amount: { readonly minor: number } }[],
): number {
  return parts.reduce((sum, { positions, minor }) => {
    const price = priceOf(lines.filter(({ position }) => positions.includes(position)))
    return sum + Math.min(minor, price)
  }, 0)
}

export function priceOf(lines: readonly { readonly amount: { readonly minor: number } }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount.minor, 0)
}
