import { z } from 'zod'
import type { Problems } from './setting-problems.ts'
import { optional, secretSettings } from './setting-types.ts'
import type { ValuesOf } from './setting-types.ts'

const mustBeCode = 'must be the AccessCode of the account at eSIM Access'
const mustBeKey = 'must be the SecretKey of the account at eSIM Access'

export const esimAccessSettings = {
  ESIM_ACCESS_CODE: optional(z.string().regex(/^\w{8,64}$/, mustBeCode)).register(secretSettings),
  /** Signs the requests. The API also accepts requests without a signature. */
  ESIM_ACCESS_SECRET_KEY: optional(z.string().regex(/^\w{8,128}$/, mustBeKey)).register(
    secretSettings,
  ),
}

type EsimAccessConfig = ValuesOf<typeof esimAccessSettings>

/** Returns the missing eSIM Access settings by variable, if it is listed. */
export function esimAccessProblems(config: EsimAccessConfig): Problems {
  return { ESIM_ACCESS_CODE: [config.ESIM_ACCESS_CODE === null && mustBeCode] }
}
