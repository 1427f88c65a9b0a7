import { refundMail } from './order-mails.ts'
import { receiptMail } from './receipt-mail.ts'
import type { OrderMailContext } from './write-order-mail.ts'

/**
 * Statements that email the customer what the facts of an order changed: its receipt or its refund.
 * Run them after the statements of `settleInvoice`, with the same time.
 */
export async function factMails(
  context: OrderMailContext,
  invoiceID: string,
): Promise<readonly D1PreparedStatement[]> {
  return Promise.all([refundMail(context, invoiceID), receiptMail(context, invoiceID)])
}
