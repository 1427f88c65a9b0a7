import { z } from 'zod'
import { unset } from './setting-types.ts'

const mustBeCode = 'must be the AccessCode of the account at eSIM Access'
const mustBeKey = 'must be the SecretKey of the account at eSIM Access'

export const esimAccessSettings = {
  ESIM_ACCESS_CODE: z.union([unset, z.string().regex(/^\w{8,64}$/, mustBeCode)]).default(null),
  /** Signs the requests. The API accepts them without a signature too. */
  ESIM_ACCESS_SECRET_KEY: z
    .union([unset, z.string().regex(/^\w{8,128}$/, mustBeKey)])
    .default(null),
}

type EsimAccessConfig = { readonly ESIM_ACCESS_CODE: string | null }

/** Missing settings of eSIM Access by variable, if it is listed. */
export function esimAccessProblems(config: EsimAccessConfig) {
  return { ESIM_ACCESS_CODE: [config.ESIM_ACCESS_CODE === null && mustBeCode] }
}
