import { z } from 'zod'
import { unset } from './setting-types.ts'

const mustBeKey = 'must be the API key of the organisation at eSIM Go'

export const esimGoSettings = {
  /** Also verifies the callbacks. */
  ESIM_GO_API_KEY: z.union([unset, z.string().regex(/^[\w-]{16,128}$/, mustBeKey)]).default(null),
}

type EsimGoConfig = { readonly ESIM_GO_API_KEY: string | null }

/** Missing settings of eSIM Go by variable, if it is listed. */
export function esimGoProblems(config: EsimGoConfig) {
  return { ESIM_GO_API_KEY: [config.ESIM_GO_API_KEY === null && mustBeKey] }
}
