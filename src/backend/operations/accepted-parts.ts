/**
 * Returns the amount that earlier refunds of these lines have paid already. The provider accepted
 * one part of such a refund and refused another part, so its lines are not returned.
 */
export async function acceptedParts(
  db: D1Database,
  invoiceID: string,
  positions: readonly number[],
): Promise<number> {
  const sum = await db
    .prepare(
      `SELECT coalesce(sum(r.amount_minor), 0) AS minor FROM refunds r
      WHERE r.invoice_id = ?1 AND r.accepted_at IS NOT NULL AND r.positions <> '[]'
        AND NOT EXISTS (SELECT 1 FROM json_each(r.positions) position
          JOIN invoice_lines l ON l.invoice_id = ?1 AND l.position = position.value
          WHERE l.refund_requested_at IS NOT NULL
            OR l.position NOT IN (SELECT value FROM json_each(?2)))`,
    )
    .bind(invoiceID, JSON.stringify(positions))
    .first<number>('minor')
  return sum ?? 0
}
