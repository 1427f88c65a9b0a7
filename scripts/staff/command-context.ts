import type { D1Database } from '@cloudflare/workers-types'
import { userInfo } from 'node:os'
import { backendConfig } from '../../src/settings.ts'
import type { ActionContext } from '../../src/api/perform-action.ts'
import type { StaffMember } from '../../src/api/staff.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { shopSettings } from './shop-settings.ts'

/**
 * Returns the context of a command: the shop's settings without its secrets. The shop's scheduled
 * job does everything that needs a payment provider or supplier.
 */
export function commandContext(db: D1Database): ActionContext {
  const config = backendConfig({
    ...shopSettings(),
    // Commands do not sign in visitors, and each run has new idempotency keys.
    CODE_PEPPER: secretID(),
    // Commands do not charge cards.
    PAYMENT_SECRET: 'commands verify no webhooks',
    PAYMENT_PROVIDERS: '',
    SUPPLIERS: '',
    DEV_TOOLS: '1',
  })
  return { db, config, now: new Date(), providers: [], suppliers: [] }
}

/** Commands have all rights, because they can change the database anyway. */
export function commandStaff(name: string = userInfo().username): StaffMember {
  return { subject: `command:${name}`, name, role: 'owner' }
}
