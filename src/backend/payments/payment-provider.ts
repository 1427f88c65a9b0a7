import type { BackendConfig } from '../../config/backend-config.ts'

/**
 * Takes payments for invoices. The provider reports payment events to POST /callbacks/payment,
 * signed as in webhook-signature.ts. To add a provider, return one in `paymentProvider`.
 */
export type PaymentProvider = {
  /** Starts a payment and returns the URL of its page. Starting an invoice again is harmless. */
  readonly start: (invoiceID: string) => Promise<string>
}

export function paymentProvider(config: BackendConfig): PaymentProvider {
  if (config.DEV_TOOLS) return testProvider(config)
  throw new Error(
    'No payment provider is configured: add yours in src/backend/payments/payment-provider.ts',
  )
}

/** The development tools' payment page, with buttons to pay and to decline. */
function testProvider({
  SITE_ORIGIN,
  PAYMENT_PAGES_ORIGIN = SITE_ORIGIN,
}: BackendConfig): PaymentProvider {
  return { start: async (invoiceID) => `${PAYMENT_PAGES_ORIGIN}/dev/pay/${invoiceID}` }
}
