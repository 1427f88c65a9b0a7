import { hasBackOffice } from '../config/admin-settings.ts'
import type { BackendConfig } from '../config/backend-config.ts'

/** The lines of a message that link to an address of the back office. None if the shop has none. */
export function officeLink(config: BackendConfig, address: string): readonly string[] {
  return hasBackOffice(config) ? [config.SITE_ORIGIN + address] : []
}
