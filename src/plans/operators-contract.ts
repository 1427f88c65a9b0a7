import { z } from 'zod'
import { product } from '../kit/product.shared.ts'
import { countryCode, listAnswer, listQuery, operatorIdent, regionIdent } from '../api/common.ts'
import { get } from '../api/endpoint.ts'

/** Links with other protocols could run scripts. */
export const operatorWebsite = z.url({ protocol: /^https?$/ })

export const operator = z
  .object({
    ident: operatorIdent,
    title: z.string(),
    // An invalid optional field becomes null, and does not fail the page.
    website: operatorWebsite.nullable().catch(null),
    supportPhone: z.string().nullable().catch(null),
    supportEmail: z.string().nullable().catch(null),
  })
  .meta({ id: 'Operator', description: 'A mobile network and its support contacts' })
export type Operator = z.output<typeof operator>

export const operators = get(
  `/web-${product.slug}-operators`,
  'List operators',
  z.object({
    ...listQuery,
    country: countryCode.optional().describe('Only operators of this country'),
    region: regionIdent.optional().describe('With `country`: only operators of this region'),
  }),
  z.object({ data: z.array(operator), ...listAnswer }),
)
