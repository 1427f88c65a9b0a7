import { z } from 'zod'
import type { Problems } from './setting-problems.ts'
import { optional, secretSettings } from './setting-types.ts'
import type { ValuesOf } from './setting-types.ts'

const mustBeID = 'must be the API client id of the account at Airalo Partners'
const mustBeSecret = 'must be the API client secret of the account at Airalo Partners'
const mustBeMode = 'must be sync or async'
const mustBeServer = 'must be the address of a server with the API of Airalo: https://…'

export const airaloSettings = {
  AIRALO_CLIENT_ID: optional(z.string().regex(/^[\w-]{8,128}$/, mustBeID)).register(secretSettings),
  /** Also verifies the signatures of webhooks. */
  AIRALO_CLIENT_SECRET: optional(z.string().regex(/^[\w-]{16,256}$/, mustBeSecret)).register(
    secretSettings,
  ),
  /** `async`: Airalo accepts orders at once and announces the eSIM by webhook. */
  AIRALO_ORDERS: z.enum(['sync', 'async'], mustBeMode).default('sync'),
  /** A local server with the API, in tests. */
  AIRALO_API_URL: optional(z.url({ protocol: /^https?$/, error: mustBeServer })),
}

type AiraloConfig = ValuesOf<typeof airaloSettings> & { readonly DEV_TOOLS: boolean }

/** Returns the missing Airalo settings by variable, if it is listed. */
export function airaloProblems(config: AiraloConfig): Problems {
  const isLocal = config.AIRALO_API_URL !== null && !config.DEV_TOOLS
  return {
    AIRALO_CLIENT_ID: [config.AIRALO_CLIENT_ID === null && mustBeID],
    AIRALO_CLIENT_SECRET: [config.AIRALO_CLIENT_SECRET === null && mustBeSecret],
    AIRALO_API_URL: [isLocal && 'must be empty: only development uses another server'],
  }
}
