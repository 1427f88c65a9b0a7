import { payableStatuses } from '../contract/invoices.ts'
import { literal } from './sql-text.ts'

/** SQL: the invoice is unpaid. The indexes of unpaid invoices have the same condition. */
export const isUnpaid = `status IN (${payableStatuses.map(literal).join(', ')})`

/**
 * SQL without the WHERE condition, which must select only invoices without a charge. The view
 * `invoice_states` computes the same status.
 */
export const expireInvoiceSql = `UPDATE invoices SET expired_at = ?1, status = 'expired'`
