/** A message did not reach its recipient, and will not. The reason is for the operator. */
export function markBounced(
  db: D1Database,
  id: string,
  reason: string,
  now: Date,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE outbox SET bounced_at = ?2, bounce_reason = ?3 WHERE id = ?1 AND bounced_at IS NULL`,
    )
    .bind(id, now.toISOString(), reason)
}
