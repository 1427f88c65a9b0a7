import type { BackendConfig } from '../config/backend-config.ts'

/** Paths of webhooks, before the id of the provider, supplier or carrier. */
export const paymentWebhookPath = '/callbacks/payment/'
export const supplierWebhookPath = '/callbacks/supplier/'
export const mailWebhookPath = '/callbacks/mail/'

export const usageWebhookPath = '/callbacks/usage'
export const readinessPath = '/healthz/ready'

/**
 * Whether a path is public when the backend is embedded in the storefront: webhooks, readiness and,
 * in development, the development tools.
 */
export function isPublic(
  pathname: string,
  { DEV_TOOLS }: Pick<BackendConfig, 'DEV_TOOLS'>,
): boolean {
  const isWebhook =
    pathname === usageWebhookPath ||
    [paymentWebhookPath, supplierWebhookPath, mailWebhookPath].some((path) =>
      pathname.startsWith(path),
    )
  return isWebhook || pathname === readinessPath || (DEV_TOOLS && pathname.startsWith('/dev/'))
}
