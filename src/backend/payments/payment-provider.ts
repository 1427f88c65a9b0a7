import type { BackendConfig } from '../../config/backend-config.ts'

/**
 * Who takes the money. It gets an invoice to be paid and tells the outcome to POST /callbacks/payment, signed (signature.ts).
 * A provider of your own is one such object, chosen in `paymentProvider`.
 */
export type PaymentProvider = {
  /** The address where the visitor pays. Starting again for the same invoice is harmless. */
  readonly start: (invoiceID: string) => Promise<string>
}

export function paymentProvider(config: BackendConfig): PaymentProvider {
  if (config.DEV_TOOLS) return testProvider(config)
  throw new Error(
    'No payment provider is configured: add yours in src/backend/payments/payment-provider.ts',
  )
}

/** Development: a page of our own with 'pay' and 'decline'. */
function testProvider({
  SITE_ORIGIN,
  PAYMENT_PAGES_ORIGIN = SITE_ORIGIN,
}: BackendConfig): PaymentProvider {
  return { start: async (invoiceID) => `${PAYMENT_PAGES_ORIGIN}/dev/pay/${invoiceID}` }
}
