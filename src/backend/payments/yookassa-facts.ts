import type { Money } from '../../domain/money.ts'
import type { PaymentFact } from './payment-provider.ts'
import type { YookassaPayment, YookassaRefund } from './yookassa-objects.ts'

/** Returns the facts of a payment and its refunds. An unfinished payment has no facts. */
export function paymentFacts(
  payment: YookassaPayment,
  refunds: readonly YookassaRefund[],
): PaymentFact[] {
  const { id, status, amount, created_at: createdAt, captured_at: capturedAt } = payment
  const fact = { id, reference: id, invoiceID: payment.metadata.invoiceID ?? null, amount }
  // The API does not return the time of the cancellation.
  if (status === 'canceled') return [{ ...fact, kind: 'declined', at: createdAt }]
  if (status !== 'succeeded') return []
  const made = refunds.filter((refund) => refund.status === 'succeeded')
  return [
    { ...fact, kind: 'charged', fee: feeOf(payment), at: capturedAt ?? createdAt },
    ...made.map((refund) => refundFact(payment, refund)),
  ]
}

function feeOf({ amount, income_amount: income }: YookassaPayment): Money | undefined {
  if (income === undefined || income.currency !== amount.currency) return undefined
  return { ...amount, minor: amount.minor - income.minor }
}

export function refundFact(payment: YookassaPayment, refund: YookassaRefund): PaymentFact {
  return {
    kind: 'refunded',
    id: refund.id,
    reference: payment.id,
    invoiceID: payment.metadata.invoiceID ?? null,
    amount: refund.amount,
    at: refund.created_at,
  }
}
