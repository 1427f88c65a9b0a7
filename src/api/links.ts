import type { BackendConfig } from '../settings.ts'
import { hasBackOffice } from './office-settings.ts'

/** Path prefixes of webhooks. The id of the provider, supplier or carrier follows. */
export const paymentWebhookPath = '/callbacks/payment/'
export const supplierWebhookPath = '/callbacks/supplier/'
export const mailWebhookPath = '/callbacks/mail/'

/** Path prefix of the operations that other systems call with a key. */
export const officeApiPath = '/office-api/'

export const usageWebhookPath = '/callbacks/usage'
export const readinessPath = '/healthz/ready'

/** Whether a path receives webhooks. */
export function isWebhook(pathname: string): boolean {
  return (
    pathname === usageWebhookPath ||
    [paymentWebhookPath, supplierWebhookPath, mailWebhookPath].some((path) =>
      pathname.startsWith(path),
    )
  )
}

/**
 * Returns whether an embedded backend serves a path publicly. Webhooks, readiness and operations
 * that need a key are public, and so are the development tools when `DEV_TOOLS` is set.
 */
export function isPublic(pathname: string, { DEV_TOOLS }: Pick<BackendConfig, 'DEV_TOOLS'>) {
  const isTool = DEV_TOOLS && pathname.startsWith('/dev/')
  const isOperation = pathname.startsWith(officeApiPath)
  return isWebhook(pathname) || pathname === readinessPath || isOperation || isTool
}

/** Returns the link as a line of a message, or no lines if the shop has no back office. */
export function officeLink(config: BackendConfig, address: string): readonly string[] {
  return hasBackOffice(config) ? [config.SITE_ORIGIN + address] : []
}
