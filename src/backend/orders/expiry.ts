/** SQL: unpaid invoices. The indexes of unpaid invoices have the same condition. */
export const isUnpaid = `status IN ('processing', 'failed')`

/** SQL: the state that invoice_states computes for them, because they have no charge. */
export const expire = `UPDATE invoices SET expired_at = ?1, status = 'expired'`
