import { z } from 'zod'
import { maxUtmLength, utmNames } from '../kit/utm.shared.ts'
import type { UtmName } from '../kit/utm.shared.ts'

/** Marketing parameters in the body of a call. */
export const utm = z
  .partialRecord(z.enum(utmNames), z.string().max(maxUtmLength))
  .describe('UTM parameters of the visit')

/** Marketing parameters in the query of a page. */
export const utmQuery = {
  utm_source: z.string().optional(),
  utm_medium: z.string().optional(),
  utm_campaign: z.string().optional(),
  utm_term: z.string().optional(),
  utm_content: z.string().optional(),
} satisfies { readonly [name in UtmName]: z.ZodType }
