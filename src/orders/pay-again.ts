import { isPayable } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext } from '../context.ts'
import { notFound, refuse } from '../api/operation-result.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { uncancelledAttempts } from './attempts.ts'
import { cancelPayments } from './cancel-payments.ts'
import { countPaymentStart } from './quote-order.ts'
import { openPage, startPayment, invoiceStatus, refuseUnpayable } from './start-payment.ts'

/**
 * Starts a new payment of an unpaid invoice. Cancels the previous payments first, so that the
 * customer can pay at most one page. Counts as an order, because each payment is stored and takes
 * calls to its provider.
 */
export async function payAgain(
  context: BackendContext,
  { invoiceID }: { readonly invoiceID: string },
): Promise<OperationResult<{ data: { paymentURL: string } }>> {
  const { db, words } = context
  const [before, isWithinLimit] = await Promise.all([
    invoiceStatus(db, invoiceID),
    countPaymentStart(context),
  ])
  if (before === null) return notFound(context)
  if (!isPayable(before)) return refuseUnpayable(context, before)
  if (!isWithinLimit) return refuse('too-many-requests', words('api.tooManyOrders'))
  const isClosed = await cancelPayments(context, await uncancelledAttempts(db, invoiceID))
  const after = await invoiceStatus(db, invoiceID)
  // The cancellation may have found a payment that the provider had not reported yet.
  if (after === null || !isPayable(after)) return refuseUnpayable(context, after)
  if (!isClosed) {
    const open = openPage(context, await uncancelledAttempts(db, invoiceID))
    if (open !== null) return ok({ data: { paymentURL: open } })
    return refuse('payment-unavailable', words('api.paymentUnavailable'))
  }
  const started = await startPayment(context, invoiceID)
  return started.ok ? ok({ data: { paymentURL: started.value } }) : started
}
