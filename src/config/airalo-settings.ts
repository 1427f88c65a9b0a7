import { z } from 'zod'
import { unset } from './setting-types.ts'

const mustBeID = 'must be the API client id of the account at Airalo Partners'
const mustBeSecret = 'must be the API client secret of the account at Airalo Partners'
const mustBeMode = 'must be sync or async'
const mustBeServer = 'must be the address of a server with the API of Airalo: https://…'

export const airaloSettings = {
  AIRALO_CLIENT_ID: z.union([unset, z.string().regex(/^[\w-]{8,128}$/, mustBeID)]).default(null),
  /** Signs webhooks too. */
  AIRALO_CLIENT_SECRET: z
    .union([unset, z.string().regex(/^[\w-]{16,256}$/, mustBeSecret)])
    .default(null),
  /** `async`: Airalo accepts orders at once and announces the eSIM by webhook. */
  AIRALO_ORDERS: z.enum(['sync', 'async'], mustBeMode).default('sync'),
  /** A local server with the API, in tests. */
  AIRALO_API_URL: z
    .union([unset, z.url({ protocol: /^https?$/, error: mustBeServer })])
    .default(null),
}

type AiraloConfig = {
  readonly AIRALO_CLIENT_ID: string | null
  readonly AIRALO_CLIENT_SECRET: string | null
  readonly AIRALO_API_URL: string | null
  readonly DEV_TOOLS: boolean
}

/** Missing settings of Airalo by variable, if it is listed. */
export function airaloProblems(config: AiraloConfig) {
  const isLocal = config.AIRALO_API_URL !== null && !config.DEV_TOOLS
  return {
    AIRALO_CLIENT_ID: [config.AIRALO_CLIENT_ID === null && mustBeID],
    AIRALO_CLIENT_SECRET: [config.AIRALO_CLIENT_SECRET === null && mustBeSecret],
    AIRALO_API_URL: [isLocal && 'must be empty: only development uses another server'],
  }
}
