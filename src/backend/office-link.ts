import { hasBackOffice } from '../config/admin-settings.ts'
import type { BackendConfig } from '../config/backend-config.ts'

/** Returns the link as a line of a message, or no lines if the shop has no back office. */
export function officeLink(config: BackendConfig, address: string): readonly string[] {
  return hasBackOffice(config) ? [config.SITE_ORIGIN + address] : []
}
