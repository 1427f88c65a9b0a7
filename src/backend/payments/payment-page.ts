import type { BackendConfig } from '../../config/backend-config.ts'

/** The URL of the page where an invoice is paid. Throws when no payment provider is configured. */
export function paymentPage(config: BackendConfig, invoiceID: string): string {
  const { DEV_TOOLS, SITE_ORIGIN, PAYMENT_PAGES_ORIGIN = SITE_ORIGIN } = config
  if (DEV_TOOLS) return `${PAYMENT_PAGES_ORIGIN}/dev/pay/${invoiceID}`
  throw new Error('No payment provider is configured: return its page in payment-page.ts')
}
