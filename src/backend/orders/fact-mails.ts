import { receiptMail } from './receipt-mail.ts'
import { refundMail } from './refund-mails.ts'
import { reportMails } from './reported-refunds.ts'
import type { Report } from './reported-refunds.ts'
import type { OrderMailContext } from './write-order-mail.ts'

/**
 * Statements that email the customer after facts of an order: its receipt, its refund, or money
 * that came back to the shop. Run them after the statements of `settleInvoice`, with the same time.
 * @param report the facts that the batch adds, or null if the ledger had all of them
 */
export async function factMails(
  context: OrderMailContext,
  invoiceID: string,
  report: Report | null,
): Promise<readonly D1PreparedStatement[]> {
  const [refund, receipt, reports] = await Promise.all([
    refundMail(context, invoiceID),
    receiptMail(context, invoiceID),
    reportMails(context, invoiceID, report),
  ])
  return [refund, receipt, ...reports]
}
