import { z } from 'zod'
import { passwordBounds } from '../domain/field-limits.ts'
import {
  codeSent,
  confirmationCode,
  done,
  email,
  lang,
  listAnswer,
  listQuery,
  sessionAnswer,
  signInNonce,
  time,
} from './common.ts'
import { get, post } from './endpoint.ts'
import { esimBalance } from './purchase.ts'

export const password = z.string().min(passwordBounds.min).max(passwordBounds.max)

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
export type Customer = z.infer<typeof customer>

export const passwordLogin = post(
  '/api/auth/login',
  'Sign in with a password',
  z.object({
    lang,
    email,
    password: z.string().min(1).max(passwordBounds.max),
    nonce: signInNonce.optional(),
  }),
  sessionAnswer,
)

export const passwordLogout = post('/api/auth/logout', 'Sign out', z.object({}), done, {
  session: 'customer',
})

export const passwordUser = get(
  '/api/auth/user',
  'Get the signed-in customer',
  z.object({}),
  z.object({ user: customer }),
  { session: 'customer' },
)

export const customerCodeSend = post(
  '/users/self/code-send',
  'Send a sign-in code by email',
  z.object({ lang, email, nonce: signInNonce }),
  codeSent,
  { extension: true },
)

export const customerAuth = post(
  '/users/self/auth',
  'Sign in with a code',
  z.object({ lang, email, code: confirmationCode, nonce: signInNonce }),
  sessionAnswer,
)

export const registerConfirm = post(
  '/users/self/register-confirm',
  'Confirm an address and create an account',
  z.object({
    lang,
    email,
    code: confirmationCode,
    nonce: signInNonce,
    consent: z.literal(true).describe('Consent to personal data processing'),
  }),
  sessionAnswer,
)

export const customerLogout = post(
  '/users/self/logout',
  'Sign out a customer',
  z.object({}),
  done,
  {
    session: 'customer',
  },
)

export const customerProfile = get(
  '/users/self/profile',
  'Get the customer profile',
  z.object({}),
  z.object({ user: customer }),
  { session: 'customer' },
)

export const customerPassword = post(
  '/users/self/password',
  'Set a password',
  z.object({ password }),
  done,
  { session: 'customer', extension: true },
)

export const customerEsims = get(
  '/users/self/esims',
  'List purchased eSIMs',
  z.object({ lang, ...listQuery }),
  z.object({
    data: z.array(esimBalance.extend({ purchasedAt: time })),
    ...listAnswer,
  }),
  { session: 'customer', extension: true },
)
