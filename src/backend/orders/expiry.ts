/** SQL: invoices that nobody has paid. The indexes of unpaid invoices have the same condition. */
export const isUnpaid = `status IN ('processing', 'failed')`

/** SQL: their state as invoice_states computes it, since they have no charge. */
export const expire = `UPDATE invoices SET expired_at = ?1, status = 'expired'`
