import type { D1Database } from '@cloudflare/workers-types'
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseEnv } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { backendConfig } from '../../src/settings.ts'
import { parseSettings } from '../../src/kit/settings.ts'
import { chargingSettings, type ChargingShop } from '../../src/payments/settings.ts'
import type { ActionContext } from '../../src/api/perform-action.ts'
import type { StaffMember } from '../../src/api/staff.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'

/** The file from which `wrangler dev` reads secrets. */
const secretsFile = '.dev.vars'

/**
 * Returns settings and secrets for a command. The environment overrides `.dev.vars`, which
 * overrides `wrangler.toml`. The secrets of a deployed worker cannot be read.
 */
export function shopSettings(): { readonly [name: string]: unknown } {
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' })
  const secrets = existsSync(secretsFile) ? parseEnv(readFileSync(secretsFile, 'utf8')) : {}
  return { ...vars, ...secrets, ...process.env }
}

/** Returns who charges which currency. Throws an error that names an invalid variable. */
export function chargingShop(vars: object = shopSettings()): ChargingShop {
  return parseSettings(chargingSettings, vars, 'in wrangler.toml [vars]')
}

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
