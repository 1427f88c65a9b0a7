import type { PaymentReport } from './payment-provider.ts'

/** Creates a report whose response is empty and has the given status. */
export function paymentReport(
  status: number,
  content: Partial<Pick<PaymentReport, 'facts' | 'problem'>> = {},
): PaymentReport {
  return { facts: [], problem: null, ...content, response: new Response(null, { status }) }
}
