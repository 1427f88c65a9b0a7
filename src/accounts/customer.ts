import { z } from 'zod'
import { lang, listAnswer, listQuery, time } from '../api/common.ts'
import { get } from '../api/endpoint.ts'
import { esimBalance } from '../esims/esims-contract.ts'

/** Parts of the account a customer may open. An operator removes one to close it. */
export const scopes = ['esims'] as const
export type Scope = (typeof scopes)[number]

export const customer = z
  .object({
    id: z.string(),
    email: z.string(),
    hasPassword: z.boolean(),
    scope: z.array(z.string()).describe('Parts of the account the customer may open: `esims`'),
    createdAt: time,
  })
  .meta({ id: 'Customer', description: 'A customer account' })
export type Customer = z.output<typeof customer>

export const customerProfile = get(
  '/users/self/profile',
  'Get the customer profile',
  z.object({}),
  z.object({ user: customer }),
  { session: 'customer' },
)

export const customerEsims = get(
  '/users/self/esims',
  'List purchased eSIMs',
  z.object({ lang, ...listQuery }),
  z.object({
    data: z.array(esimBalance.extend({ purchasedAt: time })),
    ...listAnswer,
  }),
  { session: 'customer', isExtension: true },
)
