import { z } from 'zod'
import type { Problems } from './setting-problems.ts'
import { optional, secretSettings } from './setting-types.ts'
import type { ValuesOf } from './setting-types.ts'

const mustBeKey = 'must be the API key of the organisation at eSIM Go'

export const esimGoSettings = {
  /** Also verifies the signatures of callbacks. */
  ESIM_GO_API_KEY: optional(z.string().regex(/^[\w-]{16,128}$/, mustBeKey)).register(
    secretSettings,
  ),
}

type EsimGoConfig = ValuesOf<typeof esimGoSettings>

/** Returns the missing eSIM Go settings by variable, if it is listed. */
export function esimGoProblems(config: EsimGoConfig): Problems {
  return { ESIM_GO_API_KEY: [config.ESIM_GO_API_KEY === null && mustBeKey] }
}
