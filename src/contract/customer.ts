import { z } from 'zod'
import { done, lang, listAnswer, listQuery, time } from './common.ts'
import { get, post } from './endpoint.ts'
import { esimBalance } from './esims.ts'

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

export const customerSession = z
  .object({
    browser: z.string().describe('Device and browser: `Android, Firefox 132`. Empty when unknown'),
    openedAt: time.nullable().describe('Time of the sign-in'),
    usedAt: time.nullable().describe('Last use, to the hour'),
    isCurrent: z.boolean().describe('Whether it is the session of this request'),
    isRecent: z
      .boolean()
      .describe('Whether the sign-in was within ten minutes, so that a new password needs no code'),
  })
  .meta({ id: 'CustomerSession', description: 'A session of a customer' })
export type CustomerSession = z.output<typeof customerSession>

export const customerProfile = get(
  '/users/self/profile',
  'Get the customer profile',
  z.object({}),
  z.object({ user: customer }),
  { session: 'customer' },
)

export const customerSessions = get(
  '/users/self/sessions',
  'List sessions',
  z.object({}),
  z.object({ data: z.array(customerSession) }),
  { session: 'customer', isExtension: true },
)

export const customerSessionsEnd = post(
  '/users/self/sessions-end',
  'Sign out everywhere',
  z.object({}),
  done,
  { session: 'customer', isExtension: true },
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
