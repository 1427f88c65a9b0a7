import { z } from 'zod'
import { prepareQuery } from '../batch.ts'
import type { Query } from '../batch.ts'
import { readJsonColumn } from '../stored-json.ts'
import { hasKeptLine, missingOf, returnedByHand } from './reported-refunds.ts'

/**
 * What a refund of lines has paid for lines that are not returned. The provider accepted one part
 * of the refund and refused another part, or staff cancelled the refund after a part was made in
 * the provider's dashboard.
 */
export type AcceptedPart = {
  /** The lines of the refund. Some can be returned by now. */
  readonly positions: readonly number[]
  readonly minor: number
}
export type AcceptedPartRow = { positions: string; minor: number }

/**
 * Later refunds of single lines used a part of the accepted amount: the difference between the
 * prices of the returned lines and the amounts of these refunds. The difference between the price
 * and the amount of a refused refund `q` that the operator has to make belongs to its lines.
 */
export function acceptedPartRows(db: D1Database, invoiceID: string): Query<AcceptedPartRow> {
  const priceOfLines = `(SELECT coalesce(sum(l.amount_minor), 0) FROM invoice_lines l
    WHERE l.invoice_id = ?1 AND l.position IN (SELECT value FROM json_each(q.positions)))`
  const isToMake = `q.invoice_id = ?1 AND q.refused_at IS NOT NULL AND q.accepted_at IS NULL
    AND q.cancelled_at IS NULL AND ${hasKeptLine('q')}`
  const toMake = `SELECT q.requested_at AS used_at, ${priceOfLines} AS price
    FROM refunds q WHERE ${isToMake} AND q.requested_at > r.requested_at
      AND (SELECT count(*) FROM json_each(q.positions)
        WHERE value IN (SELECT value FROM json_each(r.positions))) > 0
    GROUP BY q.requested_at`
  const amounts = (condition: string) => `(SELECT coalesce(sum(p.amount_minor), 0) FROM refunds p
    WHERE p.invoice_id = ?1 AND ${condition})`
  const amountOfQ = amounts('p.requested_at = used_at')
  const made = `iif(r.accepted_at IS NULL, ${returnedByHand()}, ${missingOf('r')})`
  const hasPart = `r.invoice_id = ?1 AND r.positions <> '[]'
    AND (r.accepted_at IS NOT NULL OR r.cancelled_at IS NOT NULL)`
  return prepareQuery<AcceptedPartRow>(
    db,
    `SELECT r.positions, sum(${made}) - ${usedBy('r', amounts)}
        - (SELECT coalesce(sum(max(0, price - ${amountOfQ})), 0) FROM (${toMake})) AS minor
      FROM refunds r WHERE ${hasPart}
      GROUP BY r.requested_at, r.positions HAVING minor > 0
      UNION ALL
      SELECT q.positions, ${priceOfLines} - ${amounts('p.requested_at = q.requested_at')}
        - ${usedBy('q', amounts)} AS minor
      FROM refunds q WHERE ${isToMake} AND EXISTS (SELECT 1 FROM refunds r WHERE ${hasPart})
      GROUP BY q.requested_at HAVING minor > 0`,
    invoiceID,
  )
}

/** SQL: what the refunds of returned lines took from the money for the lines of the refund. */
function usedBy(refund: 'r' | 'q', amounts: (condition: string) => string): string {
  const paid = amounts(`p.requested_at = used_at AND p.requested_at <> ${refund}.requested_at
    AND (p.accepted_at IS NOT NULL OR p.refused_at IS NULL)`)
  return `(SELECT coalesce(sum(max(0, price - ${paid})), 0) FROM (
    SELECT l.refund_requested_at AS used_at, sum(l.amount_minor) AS price FROM invoice_lines l
    WHERE l.invoice_id = ?1 AND l.refund_requested_at IS NOT NULL AND l.replaced_by IS NULL
    GROUP BY l.refund_requested_at
    HAVING max(l.position IN (SELECT value FROM json_each(${refund}.positions)))))`
}

export function toAcceptedPart({ positions, minor }: AcceptedPartRow): AcceptedPart {
  return { positions: readJsonColumn('refunds.positions', z.array(z.int()), positions), minor }
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
