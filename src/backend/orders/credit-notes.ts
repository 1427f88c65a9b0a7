import type { BackendContext } from '../context.ts'

type CreditContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/**
 * SQL: the part of the price on the receipt of the order ?1 that was returned, less its credit
 * notes.
 */
const missing = `(SELECT c.credited_minor - coalesce(
    (SELECT sum(amount_minor) FROM credit_notes WHERE invoice_id = ?1), 0)
  FROM invoice_credits c JOIN invoices i ON i.id = ?1
  WHERE c.invoice_id = ?1 AND i.receipt_number IS NOT NULL)`

const lastNumber = `(SELECT coalesce(max(number), 0) FROM credit_notes)`

/**
 * Issues the credit notes that an order lacks, or cancels those whose money came back. Run the
 * statements after the receipt got its number. Two transactions never write at the same time, and a
 * transaction that fails takes no number.
 */
export function creditNoteStatements(
  { db, config, now }: CreditContext,
  invoiceID: string,
): D1PreparedStatement[] {
  const values = [invoiceID, config.CREDIT_NOTE_PREFIX, now.toISOString()]
  return [
    db
      .prepare(
        `INSERT INTO credit_notes (number, prefix, invoice_id, amount_minor, issued_at)
        SELECT ${lastNumber} + 1, ?2, ?1, minor, ?3 FROM (SELECT ${missing} AS minor)
        WHERE minor > 0`,
      )
      .bind(...values),
    db.prepare(cancelSql).bind(...values),
  ]
}

/**
 * SQL: cancels the uncancelled part of the credit notes of the order whose money came back. A
 * credit note of exactly this amount comes first, then the last one.
 */
const cancelSql = `INSERT INTO credit_notes
    (number, prefix, invoice_id, amount_minor, cancels, issued_at)
  SELECT ${lastNumber} + row_number() OVER (ORDER BY rank), ?2, ?1,
    -min(uncancelled, excess - before), number, ?3
  FROM (
    SELECT number, uncancelled, excess, row_number() OVER by_rank AS rank,
      sum(uncancelled) OVER by_rank - uncancelled AS before
    FROM (
      SELECT n.number, -${missing} AS excess, n.amount_minor + coalesce(
        (SELECT sum(c.amount_minor) FROM credit_notes c
          WHERE c.invoice_id = ?1 AND c.cancels = n.number), 0) AS uncancelled
      FROM credit_notes n WHERE n.invoice_id = ?1 AND n.cancels IS NULL)
    WHERE excess > 0 AND uncancelled > 0
    WINDOW by_rank AS (ORDER BY uncancelled = excess DESC, number DESC))
  WHERE before < excess`
