import type { PaymentReport } from './payment-provider.ts'

/** A report that is answered with a status. It has no facts and no problem unless given. */
export function paymentReport(
  status: number,
  content: Partial<Pick<PaymentReport, 'facts' | 'problem'>> = {},
): PaymentReport {
  return { facts: [], problem: null, ...content, response: new Response(null, { status }) }
}
