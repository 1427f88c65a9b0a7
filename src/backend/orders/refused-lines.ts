/** The actor of automatic refunds. */
export const systemActor = 'system'

/**
 * SQL: a line of the refused refund is not returned. Lines that were delivered after the provider
 * refused their automatic refund need no money.
 * @param refund the SQL alias of the refund
 * @param status an SQL expression: the status of its order
 */
export function needsLines(refund: string, status: string): string {
  return `(NOT (${refund}.actor = '${systemActor}' AND ${status} = 'success')
    AND EXISTS (SELECT 1 FROM json_each(${refund}.positions) position
      JOIN invoice_lines kept ON kept.invoice_id = ${refund}.invoice_id
        AND kept.position = position.value
      WHERE kept.refund_requested_at IS NULL))`
}
